class Options:
    def __init__(self, n):
        if n > 0:
            self.limit = n


def limit(options):
    return options.limit if hasattr(options, "limit") else 1


def client(n: int):
    return limit(Options(n))
