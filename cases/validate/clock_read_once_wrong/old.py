from clock import now


def waited():
    begun = now()
    return now() - begun
