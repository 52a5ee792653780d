import a
import b

def client(n):
    return a.go(n) + b.go(n)
