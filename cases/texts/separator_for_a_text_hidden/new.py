def f(s: str):
    return "no"
