def share(x):
    return "{:.2}".format(x)


def client(x: float):
    return share(x)
