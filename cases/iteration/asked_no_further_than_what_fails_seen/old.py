def rest(x):
    numbers = iter([x, [], 3])
    try:
        set(numbers)
    except TypeError:
        return list(numbers)


def smallest(x):
    items = iter([x, "a", 3])
    try:
        min(items, default=0)
    except TypeError:
        return list(items)
