from library import Version


def needs_update(major: int, minor: int) -> bool:
    return Version(major, minor) < Version(3, 11)
