def f(*a):
    return len(a) if len(a) < 3 else 2
