import re


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
