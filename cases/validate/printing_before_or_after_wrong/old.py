from logs import note

def f(x: int):
    print("a")
    note(x)
    return x
