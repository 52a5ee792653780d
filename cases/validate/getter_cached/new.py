from jobs import size


def load(q, workers: int):
    waiting = size(q)
    if waiting > workers:
        return waiting - workers
    return 0
