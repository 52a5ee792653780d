def ack(m, n):
    if m > 0:
        if n > 0:
            inner = ack(m, n - 1)
        else:
            inner = 1
        return ack(m - 1, inner)
    return 1 + n
