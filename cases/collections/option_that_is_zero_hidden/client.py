from library import timeout


def g(settings: dict[str, int], n: int) -> int:
    settings["timeout"] = n
    return timeout(settings) if n else 0
