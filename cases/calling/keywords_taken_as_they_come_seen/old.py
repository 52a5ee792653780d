def f(**options):
    return len(options)
