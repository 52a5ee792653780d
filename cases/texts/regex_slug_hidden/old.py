import re


def shout(text: str) -> str:
    return re.sub(r"\b[a-z]", lambda found: found.group(0).upper(), text)
