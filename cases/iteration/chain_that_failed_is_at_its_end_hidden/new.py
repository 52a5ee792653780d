def f(x: int):
    return ["failed" if i == 1 else 1 if i == 0 else "done" for i in range(5)], x
