def one(iterable):
    it = iter(iterable)
    try:
        value = next(it)
    except StopIteration:
        raise ValueError("too few items") from None
    try:
        next(it)
    except StopIteration:
        return value
    raise ValueError("too many items")
