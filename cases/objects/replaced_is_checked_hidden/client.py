from lib import Version


def client(by: int) -> tuple[int, int]:
    version = Version(1, 2).bump(abs(by))
    return version.major, version.minor
