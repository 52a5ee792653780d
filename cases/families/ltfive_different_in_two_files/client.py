from lib import ltfive


def client(x: int):
    if ltfive(x):
        return x
    return 5
