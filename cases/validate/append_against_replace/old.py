from buffer import append, clear


def put(sb, t):
    sb = clear(sb)
    sb = append(sb, t)
    return sb
