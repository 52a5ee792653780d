from lib import is_name


def check(text: str) -> str:
    return "ok" if is_name(text) else "refused"
