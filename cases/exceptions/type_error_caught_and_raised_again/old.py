def f(x):
    try:
        return (x - 1)[0]
    except TypeError as error:
        raise error
