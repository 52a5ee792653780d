def f(n: int):
    seen = {n}
    for x in seen:
        seen.add(x + 1)
    return len(seen)
