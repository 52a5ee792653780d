__all__ = ['total']


def total(x: int) -> int:
    return helper(x)


def helper(x):
    return x + 1
