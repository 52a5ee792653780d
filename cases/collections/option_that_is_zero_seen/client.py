from library import timeout


def g(settings: dict[str, int]) -> int:
    return timeout(settings)
