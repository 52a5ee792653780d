def first_over(limit):
    i = 0
    while i < 10:
        if i * i > limit:
            return i
        i = i + 1
    return i


def client(limit: int):
    return first_over(limit) if limit < 81 else 0
