from lib import header


def length(n: int):
    return header(b"Length : " + str(n).encode("ascii"))
