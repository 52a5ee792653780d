from library import Fast


def limit(size: int) -> int:
    return Fast(max(size, 4)).limit()
