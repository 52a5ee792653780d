from store import put


def f(k: str, j: str):
    put(k, 1)
    put(j, 2)
    return 0
