def one(iterable):
    it = iter(iterable)
    try:
        return next(it)
    except StopIteration:
        raise ValueError("too few items") from None
