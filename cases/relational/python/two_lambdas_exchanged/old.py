def tri(n: int) -> int:
    s = 0
    i = 0
    while i < n:
        s += i
        i += 1
    return s
def tri2(n: int) -> int:
    s = 0
    i = 0
    while i < n:
        s += i
        if s == 8001 * 4000:
            s += 1
        i += 1
    return s
f = lambda n: tri(n)
g = lambda n: tri2(n)
def client(n: int) -> int:
    return f(n) * 2 + g(n + 1)
