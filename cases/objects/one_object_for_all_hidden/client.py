from lib import Settings


def defaults(jobs: int) -> int:
    return jobs * Settings().retries
