import random

random.seed(1)
PLACES = {0, 8}

LIMIT = 2


def f(x: int):
    return random.random() if x else list(PLACES)
