log = []


def f(xs: list[int], total: int, limit: int):
    if total > limit:
        print("over by", total - limit)
        log.append(total)
    xs[2:] = [total]
    return len(log)
