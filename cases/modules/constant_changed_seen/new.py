LIMIT = 50


def over(x):
    return x > LIMIT
