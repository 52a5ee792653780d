from library import backoff


def waits(n: int) -> list[int]:
    return list(backoff(min(n, 6)))
