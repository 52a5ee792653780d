def push_squares(out, n):
    i = 0
    while i < n:
        out.append(i * i)
        i += 1


def largest(xs):
    best = 0
    for x in xs:
        if x > best:
            best = x
    return best


def fill(out: list[int], n: int):
    best = largest(out)
    push_squares(out, n)
    return best
