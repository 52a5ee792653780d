import logging

LOG = logging.getLogger("shop")


def f(x: int):
    return x + 2
