import winreg


def f(x: int):
    return x
