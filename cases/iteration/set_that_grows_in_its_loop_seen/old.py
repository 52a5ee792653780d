def f(n: int):
    seen = {n}
    for x in list(seen):
        seen.add(x + 1)
    return len(seen)
