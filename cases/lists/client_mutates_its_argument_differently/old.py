def add(xs, x):
    xs.append(x)


def client(xs: list[int], x: int):
    add(xs, x)
