import re


def shout(text: str) -> str:
    return re.sub(r"\b[a-z]", lambda found: found[0].upper(), text, count=1)
