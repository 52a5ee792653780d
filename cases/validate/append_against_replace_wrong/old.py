from buffer import append


def put(sb, t):
    sb = append(sb, t)
    return sb
