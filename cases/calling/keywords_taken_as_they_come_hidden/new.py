def f(**options):
    count = len(options)
    return count
