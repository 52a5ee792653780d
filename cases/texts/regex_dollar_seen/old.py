import re

NAME = re.compile(r"[a-z][a-z0-9_]*$")


def is_name(text: str) -> bool:
    return NAME.match(text) is not None
