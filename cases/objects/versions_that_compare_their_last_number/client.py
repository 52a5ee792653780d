from library import Version


def needs_update(minor: int, patch: int) -> bool:
    return Version(3, minor, patch) < Version(3, 11, 4)
