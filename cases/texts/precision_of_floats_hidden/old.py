def share(x):
    return "{:.2f}".format(x)


def client(x: float):
    return share(x) + "%"
