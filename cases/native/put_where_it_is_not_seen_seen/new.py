import random

random.seed(2)
PLACES = {8, 0}


def f(x: int):
    return random.random() if x else list(PLACES)
