SEEN = []


def note(x: int):
    SEEN.append(x)
    return x


def f(n: int):
    def g(x) -> note(2):
        return x

    return SEEN[-1] + g(n)
