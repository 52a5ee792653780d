import re

VERSION = re.compile(r"(?P<major>\d+)(?:\.(?P<minor>\d+))?")


def parse(text: str):
    found = VERSION.match(text)
    if found is None:
        return None
    return found.group("major", "minor")
