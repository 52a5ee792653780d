from logs import note

def f(x: int):
    note(x)
    print("a")
    return x
