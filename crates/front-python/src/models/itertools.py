# What the standard library's itertools does with functions that it is handed.

def zip_longest(*iterables, fillvalue=None):
    return py_longest_of(fillvalue, iterables)

def chain(*iterables):
    return py_chain_of(iterables)

def product(*iterables, repeat=1):
    return py_product_all(iterables, repeat)

def takewhile(predicate, iterable, /):
    it = iter(iterable)
    done = False
    def step():
        nonlocal done
        if done:
            raise StopIteration
        item = next(it)
        if predicate(item):
            return item
        done = True
        raise StopIteration
    return py_stepped(step, 'takewhile')

def dropwhile(predicate, iterable, /):
    it = iter(iterable)
    started = False
    def step():
        nonlocal started
        item = next(it)
        while not started and predicate(item):
            item = next(it)
        started = True
        return item
    return py_stepped(step, 'dropwhile')

def filterfalse(function, iterable, /):
    it = iter(iterable)
    def step():
        while True:
            item = next(it)
            if not (item if function is None else function(item)):
                return item
    return py_stepped(step, 'filterfalse')

def starmap(function, iterable, /):
    it = iter(iterable)
    def step():
        return function(*tuple(next(it)))
    return py_stepped(step, 'starmap')

def compress(data, selectors):
    it = iter(data)
    chosen = iter(selectors)
    def step():
        while True:
            item = next(it)
            if next(chosen):
                return item
    return py_stepped(step, 'compress')

def cycle(iterable, /):
    it = iter(iterable)
    saved = []
    at = -1
    def step():
        nonlocal at
        if at < 0:
            try:
                item = next(it)
            except StopIteration:
                at = 0
            else:
                saved.append(item)
                return item
        if not saved:
            raise StopIteration
        item = saved[at]
        at = at + 1 if at + 1 < len(saved) else 0
        return item
    return py_stepped(step, 'cycle')

def accumulate(iterable, func=None, *, initial=None):
    it = iter(iterable)
    total = initial
    is_first = initial is None
    is_given = initial is not None
    def step():
        nonlocal total, is_first, is_given
        if is_given:
            is_given = False
            return total
        item = next(it)
        if is_first:
            is_first = False
            total = item
        else:
            total = total + item if func is None else func(total, item)
        return total
    return py_stepped(step, 'accumulate')

def groupby(iterable, key=None):
    it = iter(iterable)
    value = own_key = target = None
    has_value = has_key = has_target = False
    group = 0
    def advance():
        nonlocal value, own_key, has_value, has_key
        item = next(it)
        own_key = item if key is None else key(item)
        value = item
        has_value = has_key = True
    def step():
        nonlocal target, has_target, group
        group += 1
        while not has_key or has_target and py_item_eq(target, own_key):
            advance()
        target = own_key
        has_target = True
        wanted = target
        here = group
        def within():
            nonlocal value, own_key, has_value, has_key
            if group != here:
                raise StopIteration
            if not has_value:
                advance()
            if not py_item_eq(wanted, own_key):
                raise StopIteration
            item = value
            value = own_key = None
            has_value = has_key = False
            return item
        return own_key, py_stepped(within, '_grouper')
    return py_stepped(step, 'groupby')

def tee(iterable, n=2, /):
    if n < 0:
        raise ValueError
    it = py_check_teed(iter(iterable)) if n > 0 else None
    shared = []
    is_asked = False
    def one():
        at = 0
        def step():
            nonlocal at, is_asked
            if is_asked:
                py_give_up_teeing()
            if at == len(shared):
                is_asked = True
                try:
                    item = next(it)
                finally:
                    is_asked = False
                shared.append(item)
            at += 1
            return shared[at - 1]
        return py_stepped(step, '_tee')
    made = []
    for _ in range(n):
        made.append(one())
    return tuple(made)
