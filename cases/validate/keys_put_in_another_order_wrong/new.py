from store import put


def f(k: str, j: str):
    put(j, 2)
    put(k, 1)
    return 0
