import re

VERSION = re.compile(r"(\d+)\.(\d+)")


def parse(text: str):
    found = VERSION.match(text)
    if not found:
        return None
    return found.groups()
