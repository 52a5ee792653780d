import re


def fields(line: str) -> list[str]:
    return re.split(r"[,;]", line)
