from lib import Settings


def shared(retries: int) -> int:
    Settings().retries = retries
    return Settings().retries
