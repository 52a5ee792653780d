def g(a):
    match a:
        case (b, b):
            return b
def f(x: int):
    return x + 1
