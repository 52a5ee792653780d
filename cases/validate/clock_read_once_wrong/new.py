from clock import now


def waited():
    return 0
