# What the standard library's functools does, as far as it is modelled. Names that begin with `py_` are functions of
# the prelude.

def wraps(wrapped, assigned=None, updated=None):
    def keep(wrapper):
        return py_plain_function(wrapper)
    return keep

def update_wrapper(wrapper, wrapped, assigned=None, updated=None):
    return py_plain_function(wrapper)

def reduce(function, iterable, /, *initial):
    if len(initial) > 1:
        raise TypeError
    it = iter(iterable)
    if initial:
        value = initial[0]
    else:
        try:
            value = next(it)
        except StopIteration:
            raise TypeError
    for element in it:
        value = function(value, element)
    return value

def partial(func, /, *args, **keywords):
    if not callable(func):
        raise TypeError
    def called(*more, **others):
        return func(*args, *more, **{**keywords, **others})
    return called

def cache(user_function, /):
    memo = {}
    def cached(*args, **kwds):
        key = py_cache_key(args, kwds)
        if key in memo:
            return memo[key]
        result = user_function(*args, **kwds)
        memo[key] = result
        return result
    return cached

def lru_cache(maxsize=128, typed=False):
    py_check_cache(maxsize, typed)
    def decorate(user_function):
        memo = {}
        def cached(*args, **kwds):
            if maxsize is not None and maxsize <= 0:
                return user_function(*args, **kwds)
            key = py_cache_key(args, kwds)
            if key in memo:
                return memo[key]
            result = user_function(*args, **kwds)
            if maxsize is not None:
                py_check_room(len(memo), maxsize)
                if key in memo:
                    return result
            memo[key] = result
            return result
        return cached
    if callable(maxsize):
        given = maxsize
        maxsize = 128
        return decorate(given)
    return decorate
