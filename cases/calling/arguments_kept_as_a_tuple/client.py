from library import keep


def g(*a: int):
    return keep(a + (1,)) if len(a) else keep([1])
