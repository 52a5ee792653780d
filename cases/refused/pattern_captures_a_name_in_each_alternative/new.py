def g(a):
    match a:
        case (1, b) | (b, 1):
            return b
def f(x: int):
    return x + 1
