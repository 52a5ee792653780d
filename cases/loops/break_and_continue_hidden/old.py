def first_over(limit):
    for i in range(10):
        if i * i > limit:
            break
    return i


def client(limit: int):
    return first_over(limit) if limit < 81 else 0
