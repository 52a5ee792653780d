from store import get


def f(k: str):
    return get(k)
