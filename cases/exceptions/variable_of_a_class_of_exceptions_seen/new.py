class Base(Exception):
    status = 500


class Missing(Base):
    status = 410


def find(n):
    if n < 0:
        raise Missing(n)
    return n


def client(n: int):
    try:
        return find(n)
    except Base as error:
        return error.status
