class Options:
    def __init__(self, n):
        if n > 0:
            self.limit = n


def limit(options):
    return getattr(options, "limit", 0)


def client(n: int):
    return limit(Options(n))
