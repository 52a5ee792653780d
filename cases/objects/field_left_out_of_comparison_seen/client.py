from lib import Job


def client(a: int, b: int, note: str) -> bool:
    return Job(a, note) == Job(b)
