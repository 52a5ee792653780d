from lib import is_name


def check(text: str) -> str:
    if len(text) > 2:
        return "long"
    return "ok" if is_name("ab") and not is_name("a b") else "refused"
