from buffer import replace


def put(sb, t):
    return replace(sb, t)
