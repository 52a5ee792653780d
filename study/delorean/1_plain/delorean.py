"""A moment with a time zone, after the library Delorean.

A moment is {"minutes": since 1970 in UTC, "zone": name or None}. A datetime is a tuple of minutes
and the zone's name, or None where it has no zone. A time zone is given by its name, or as a tuple of
name and minutes east of UTC.
"""

UTC = "UTC"
NOW = 27_000_000
OFFSETS = {"UTC": 0, "US/Pacific": -480, "US/Eastern": -300, "Europe/Zurich": 60, "Asia/Kolkata": 330}


def offset_of(zone):
    if zone not in OFFSETS:
        raise ValueError("unknown time zone")
    return OFFSETS[zone]


def is_naive(datetime):
    return datetime[1] is None


def localize(datetime, zone):
    """The wall clock of that zone as a moment."""
    return {"minutes": datetime[0] - offset_of(zone), "zone": zone}


def make(datetime=None, timezone=None):
    if datetime is None and timezone is None:
        return {"minutes": NOW, "zone": None}
    if datetime is None:
        if isinstance(timezone, str):
            return {"minutes": NOW, "zone": timezone}
        return {"minutes": NOW, "zone": UTC}
    if not is_naive(datetime):
        return {"minutes": datetime[0], "zone": datetime[1]}
    if timezone is None:
        raise ValueError("provide a valid time zone")
    return localize(datetime, timezone)


def shift(moment, zone):
    """The same moment on another wall clock."""
    offset_of(zone)
    return {"minutes": moment["minutes"], "zone": zone}


def wall_clock(moment):
    """Minutes of the day in the moment's zone."""
    return (moment["minutes"] + offset_of(moment["zone"])) % 1440
