import json


def even(n):
    return True if json.loads(n) == 0 else odd(n)


def odd(n):
    return False if json.loads(n) == 0 else even(n)


def f(n):
    return even(n)


def g(n):
    return n
