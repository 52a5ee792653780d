D = {"a": 1}


def m(**k):
    return {**D, **k}
