"""A clock for several offices."""
import delorean


def office_time(office: int):
    """Minutes of the day at an office; offices are numbered from west to east."""
    if office < 0 or office > 2:
        raise IndexError("no such office")
    if office == 0:
        zone = "US/Pacific"
    elif office == 1:
        zone = "Europe/Zurich"
    else:
        zone = "Asia/Kolkata"
    here = delorean.make(timezone=zone)
    return delorean.wall_clock(here)
