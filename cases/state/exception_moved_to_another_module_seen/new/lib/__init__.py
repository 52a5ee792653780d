from .errors import ShopError


def g(x):
    if x < 0:
        raise ShopError(x)
    return x
