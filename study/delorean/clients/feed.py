"""Entries of a news feed."""
import delorean


def published(seconds: int, abroad: bool):
    """When an entry was published: feeds count seconds, and say in which zone they do."""
    zone = "US/Eastern" if abroad else "UTC"
    stamp = (seconds // 60, zone)
    moment = delorean.make(stamp)
    if abroad:
        moment = delorean.shift(moment, "UTC")
    return moment["minutes"], moment["zone"]
