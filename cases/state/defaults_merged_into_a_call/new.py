D = {"a": 1, "b": 2}


def m(**k):
    return {**D, **k}
