from lib import header


def host(port: int):
    return header(b"Host: here:" + str(port).encode("ascii"))
