import re

SEPARATORS = re.compile(r"[-_.]+")


def canonical(name: str) -> str:
    return SEPARATORS.sub("-", name).lower()
