def tail(y, rest):
    return y, rest
