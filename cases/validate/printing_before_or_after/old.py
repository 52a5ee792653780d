from logs import size

def f(x: int):
    print("a")
    y = size(x)
    return y
