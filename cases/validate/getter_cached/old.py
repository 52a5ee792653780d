from jobs import size


def load(q, workers: int):
    if size(q) > workers:
        return size(q) - workers
    return 0
