import logging

LOG = logging.getLogger("shop")


def f(x: int):
    return 1 + x
