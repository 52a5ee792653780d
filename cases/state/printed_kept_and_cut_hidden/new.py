log = []


def f(xs: list[int], total: int, limit: int):
    if total > limit:
        excess = total - limit
        print("over by", excess)
        log.append(total)
    xs[2:] = [total]
    return len(log)
