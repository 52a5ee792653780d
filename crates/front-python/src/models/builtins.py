# Builtin functions that give iterators which call functions. `py_stepped` makes an iterator of a function that gives one
# element each time it is called, until it raises StopIteration.

def map(func, iterable, /, *iterables):
    it = iter(iterable)
    if not iterables:
        def step():
            return func(next(it))
        return py_stepped(step, 'map')
    its = [it]
    for other in iterables:
        its.append(iter(other))
    def step_all():
        items = []
        for one in its:
            items.append(next(one))
        return func(*items)
    return py_stepped(step_all, 'map')

def filter(function, iterable, /):
    it = iter(iterable)
    def step():
        while True:
            item = next(it)
            if item if function is None else function(item):
                return item
    return py_stepped(step, 'filter')

def iter(function, sentinel, /):
    if not callable(function):
        raise TypeError
    done = False
    def step():
        nonlocal done
        if done:
            raise StopIteration
        try:
            item = function()
        except StopIteration:
            done = True
            raise StopIteration
        if py_item_eq(sentinel, item):
            done = True
            raise StopIteration
        return item
    return py_stepped(step, 'callable_iterator')
