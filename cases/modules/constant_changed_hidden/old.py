LIMIT = 100


def over(x):
    return x > LIMIT
