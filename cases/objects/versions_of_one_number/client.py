from library import Version


def is_supported(major: int) -> bool:
    return Version(3, 0) <= Version(major, 0) and not Version(major, 0) == Version(7, 0)
