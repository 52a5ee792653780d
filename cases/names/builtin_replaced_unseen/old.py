import builtins

builtins.len = lambda x: 2


def f(x: int):
    return len([5])
