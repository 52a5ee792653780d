import re


def tags(text: str) -> list[str]:
    return re.findall(r"<(.+?)>", text)
