try:
    import winreg
except ImportError:
    winreg = None


def f(x: int):
    return x
