def f(n: int):
    seen, more = {n}, set()
    for x in seen:
        more.add(x + 1)
    return len(more)
