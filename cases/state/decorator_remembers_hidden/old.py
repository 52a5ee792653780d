def limited(h):
    calls = 0

    def inner(n):
        nonlocal calls
        calls += 1
        return h(n) if calls < 3 else 0
    return inner


@limited
def double(n):
    return n * 2


def plain(n):
    return n * 2


def client(n: int):
    return plain(n)
