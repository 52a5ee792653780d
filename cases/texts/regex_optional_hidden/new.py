import re

VERSION = re.compile(r"(\d+)\.(\d+)")


def parse(text: str):
    found = VERSION.match(text)
    if found is None:
        return None
    return found[1], found.group(2)
