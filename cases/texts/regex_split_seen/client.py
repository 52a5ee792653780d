from lib import fields


def first(line: str) -> str:
    return fields(line)[0]
