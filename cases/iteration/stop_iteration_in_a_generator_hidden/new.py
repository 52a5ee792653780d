def f(x: int):
    it = iter([x])
    try:
        return list(next(it) for _ in range(2))
    except (RuntimeError, StopIteration):
        return []
