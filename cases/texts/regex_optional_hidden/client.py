from lib import parse


def minor(text: str) -> str:
    parts = parse(text)
    if parts is None:
        return "no version"
    return parts[1] or "none"
