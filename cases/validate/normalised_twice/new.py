from store import get, norm


def f(k: str):
    return get(norm(k))
