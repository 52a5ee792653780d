"""Meeting times of a calendar that is kept in UTC."""
import delorean


def meeting(day: int, hour: int, minute: int):
    """The moment of a meeting that was entered as UTC, or None if there is no such time."""
    if not (0 <= hour < 24 and 0 <= minute < 60):
        return None
    entered = (day * 1440 + hour * 60 + minute, None)
    return delorean.make(datetime=entered, timezone=delorean.UTC)
