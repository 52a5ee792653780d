def share(x):
    return f"{x:.2f}"


def client(x: float):
    return share(x) + "%"
