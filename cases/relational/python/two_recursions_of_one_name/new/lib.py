import a
import b

def client(n):
    return b.go(n) + a.go(n)
