import parts_of_a_stranger

R = parts_of_a_stranger.bar(1)


def f(x: int):
    return x + 2
