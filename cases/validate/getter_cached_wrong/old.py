from jobs import pop, size


def load(q, workers: int):
    if size(q) > workers:
        pop(q)
        return size(q) - workers
    return 0
