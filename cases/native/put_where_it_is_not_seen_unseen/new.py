import random

FIRST = 1
random.seed(FIRST)
PLACES = {0}
PLACES.add(8)


def f(x: int):
    return random.random() if x else list(PLACES)
