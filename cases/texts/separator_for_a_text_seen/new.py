def f(s: str):
    return f"{s:>5,}"
