from library import Fast


def limit(size: int) -> int:
    return Fast(size).limit()
