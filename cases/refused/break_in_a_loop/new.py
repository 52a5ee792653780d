def g():
    while True:
        break
def f(x: int):
    return x + 1
