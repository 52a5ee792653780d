from logs import size

def f(x: int):
    y = size(x)
    print("a")
    return y
