from jobs import pop, size


def load(q, workers: int):
    waiting = size(q)
    if waiting > workers:
        pop(q)
        return waiting - workers
    return 0
