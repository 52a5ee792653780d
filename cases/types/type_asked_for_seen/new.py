def f(a):
    if isinstance(a, str):
        return 2
    return a + 1
