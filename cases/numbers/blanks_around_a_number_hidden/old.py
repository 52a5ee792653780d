def f(n: int):
    return n + int("\t7 ")
