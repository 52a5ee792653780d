def f(a):
    if isinstance(a, str):
        return 1
    return a + 1
