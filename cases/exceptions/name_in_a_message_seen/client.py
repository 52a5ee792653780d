from lib import f

def client(n: int):
    return f(n)
