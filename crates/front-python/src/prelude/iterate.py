# Iteration: a source and a position, so that a loop over a list sees the list change.

def is_iterable(a: V) -> bool:
    return a is List or a is Tuple or a is Str or a is Range or a is Dict or a is Set or a is Iterator or a is Bytes or a is View

# What a loop iterates over, or a TypeError.
def iter_source(a: V) -> V:
    if is_iterable(a):
        if a is Set:
            if len(MEMBERS[a.set]) > 1:
                unsupported("the order of a set")
            return make_iterator([Builtin(atom("set")), a, Int(0), Int(len(MEMBERS[a.set])), Int(TAKEN[a.set])])
        if a is Dict:
            return dict_iterator(a)
        if a is View:
            return dict_view(Dict(a.viewed), a.shows)
        return a
    if has_methods(a):
        return object_iter(a)
    if a is Class:
        if is_enum_class(a.name):
            return Tuple(enum_members(a.name))
        # One that is not modelled may have its own way.
        if exception_class(a.name):
            raise TypeError("'type' object is not iterable")
    raise TypeError("'" + type_name(a) + "' object is not iterable")

def object_iter(a: V) -> V:
    ...

# Is there an i-th element, and which?
def iter_next(a: V, i: int) -> (bool, V):
    if a is List:
        s = LISTS[a.list]
        return i < len(s), s[i]
    if a is Tuple:
        return i < len(a.items), a.items[i]
    if a is Range:
        return i < range_len(a.start, a.stop, a.step), Int(a.start + i * a.step)
    if a is Str:
        return i < len(a.str), Str([a.str[i]])
    if a is Iterator:
        return iterator_next(a.iterator)
    if a is Bytes:
        return i < len(a.bytes), Int(a.bytes[i])
    return object_next(a)

def object_next(a: V) -> (bool, V):
    ...

# The state of an iterator: its kind, then what that kind needs.
def make_iterator(state: seq) -> V:
    it = new(iterator)
    ITERATORS[it] = state
    return Iterator(it)

def iterator_next(it: iterator) -> (bool, V):
    state = ITERATORS[it]
    kind = state[0].builtin
    if kind == atom("generator"):
        return generator_step(it, state[1].code, None, Unbound)
    if kind == atom("sequence"):
        # Source, position; a finished iterator stays finished.
        if state[1] is None:
            return False, None
        more, item = iter_next(state[1], state[2].int)
        if more:
            ITERATORS[it] = update(ITERATORS[it], 2, Int(state[2].int + 1))
        else:
            ITERATORS[it] = update(ITERATORS[it], 1, None)
        return more, item
    if kind == atom("reversed"):
        at = state[2].int
        if at < 0 or at >= len_of(state[1]):
            ITERATORS[it] = update(state, 2, Int(-1))
            return False, None
        ITERATORS[it] = update(state, 2, Int(at - 1))
        return True, getitem(state[1], Int(at))
    if kind == atom("enumerate"):
        more, item = iter_next(state[1], 0)
        count = state[2]
        if more:
            ITERATORS[it] = update(ITERATORS[it], 2, add(count, Int(1)))
        return more, Tuple([count, item])
    if kind == atom("zip"):
        items = []
        i = 1
        while i < len(state):
            more, item = iter_next(state[i], 0)
            if not more:
                return False, None
            items = items + [item]
            i += 1
        return i > 1, Tuple(items)
    if kind == atom("dict"):
        # The dict, position, size at the start, what to give, keys taken out before.
        order = ORDERS[state[1].dict]
        at = state[2].int
        if at < 0:
            return False, None
        if len(order) != state[3].int:
            # It raises again, whenever it is asked.
            ITERATORS[it] = update(state, 3, Int(-1))
            raise RuntimeError("dictionary changed size during iteration")
        if REMOVALS[state[1].dict] != state[5].int:
            unsupported("a dict whose keys change while it is iterated")
        if at >= len(order):
            ITERATORS[it] = update(state, 2, Int(-1))
            return False, None
        ITERATORS[it] = update(state, 2, Int(at + 1))
        return True, shown_entry(DICTS[state[1].dict][order[at]], order[at], state[4].int)
    if kind == atom("set"):
        # The set, position, size at the start, members taken out before.
        at = state[2].int
        if at < 0:
            return False, None
        size = len(MEMBERS[state[1].set])
        if size != state[3].int:
            # It raises again, whenever it is asked.
            ITERATORS[it] = update(state, 3, Int(-1))
            raise RuntimeError("Set changed size during iteration")
        if TAKEN[state[1].set] != state[4].int:
            unsupported("a set whose members change while it is gone through")
        ITERATORS[it] = update(state, 2, Int(at + 1 if at < size else -1))
        if at >= size:
            return False, None
        return True, SETS[state[1].set][MEMBERS[state[1].set][at]]
    if kind == atom("stepped"):
        return stepped_next(it)
    return library_next(it)

# The function of the iterator is called, and a StopIteration is the end.
def stepped_next(it: iterator) -> (bool, V):
    ...

# An iterator of that type that gives what the function gives.
def stepped(f: V, of: V) -> V:
    return make_iterator([Builtin(atom("stepped")), f, of])

# Does the exception say that there is nothing more, and nothing else?
def is_plain_end(e: V) -> bool:
    if not catches(e, Class(atom("StopIteration"))):
        return False
    if e is not Exception:
        unsupported("the end of an iterator by an exception of the program")
    if len(e.args) > 0:
        unsupported("the value of a StopIteration")
    return True

# The kinds of iterators that few programs have.
def library_next(it: iterator) -> (bool, V):
    ...

# The key, the value or both, of the entry at that normal form of a key.
def shown_entry(entry: V, key: V, shows: int) -> V:
    return key_of(entry, key) if shows == 0 else (entry.items[1] if shows == 1 else Tuple([key_of(entry, key), entry.items[1]]))

# Equal texts are one. A member of an enumeration that is a text has the normal form of one.
def key_of(entry: V, key: V) -> V:
    return key if key is Str and (entry.items[0] is Str or entry.items[0] is Unbound) else entry.items[0]

def dict_iterator(a: V) -> V:
    return dict_view(a, 0)

# An iterator object over anything iterable: iter(a).
def iter_(a: V) -> V:
    source = iter_source(a)
    if source is Iterator or has_methods(source):
        return source
    return make_iterator([Builtin(atom("sequence")), source, Int(0)])

def enumerate_(a: V, start: V) -> V:
    count = index_of(start)
    return make_iterator([Builtin(atom("enumerate")), iter_(a), Int(count)])

def reversed_(a: V) -> V:
    if a is List or a is Tuple or a is Str or a is Range:
        return make_iterator([Builtin(atom("reversed")), a, Int(len_of(a) - 1)])
    if a is Bytes:
        return make_iterator([Builtin(atom("reversed")), a, Int(len_of(a) - 1)])
    if a is Dict:
        return reversed_view(a.dict, 0)
    if a is View:
        return reversed_view(a.viewed, a.shows)
    if has_methods(a):
        unsupported("reversed of this type")
    raise TypeError("'" + type_name(a) + "' object is not reversible")

# Backwards over a dict that does not change meanwhile.
def reversed_view(d: dict, shows: int) -> V:
    return make_iterator([Builtin(atom("backwards")), Dict(d), Int(len(ORDERS[d]) - 1), Int(len(ORDERS[d])), Int(shows), Int(REMOVALS[d])])

def next_(a: V) -> V:
    if a is Iterator:
        return generator_next(a.iterator)
    if has_methods(a):
        return object_step(a)
    raise TypeError("'" + type_name(a) + "' object is not an iterator")

def object_step(a: V) -> V:
    ...

def next_or(a: V, default: V) -> V:
    if a is Iterator:
        more, item = iterator_next(a.iterator)
        return item if more else default
    if has_methods(a):
        unsupported("next of an object with a default")
    raise TypeError("'" + type_name(a) + "' object is not an iterator")

# All elements, as list(a) has them.
def to_items(a: V) -> seq:
    if a is List:
        return LISTS[a.list]
    if a is Tuple:
        return a.items
    if a is Range:
        check_size(range_len(a.start, a.stop, a.step))
    if a is Outside:
        return object_items(a)
    if a is Set:
        if len(MEMBERS[a.set]) > 1:
            unsupported("the order of a set")
        return set_items(a.set)
    # An object is asked how long it is before its elements are collected.
    if is_instance(a):
        if has_len(a):
            unsupported("an object that is asked for its length first")
    source = iter_source(a)
    out = []
    i = 0
    while True:
        more, item = iter_next(source, i)
        if not more:
            return out
        out = out + [item]
        i += 1
    return out

def object_items(a: V) -> seq:
    ...

# Exactly n elements, for an assignment to n targets.
def unpack(a: V, n: int) -> seq:
    if a is Outside:
        out = []
        i = 0
        while i < n:
            out = out + [object_unpack(a, Int(n), Int(i))]
            i += 1
        return out
    if not is_iterable(a) and not has_methods(a):
        raise TypeError("cannot unpack non-iterable " + type_name(a) + " object")
    source = iter_source(a)
    out = []
    i = 0
    while i < n:
        more, item = iter_next(source, i)
        if not more:
            raise ValueError("not enough values to unpack (expected " + text(n) + ", got " + text(i) + ")")
        out = out + [item]
        i += 1
    more, item = iter_next(source, i)
    if more:
        raise ValueError("too many values to unpack (expected " + text(n) + ")")
    return out

def object_unpack(a: V, n: V, i: V) -> V:
    ...

# At least n elements, for an assignment with a starred target.
def unpack_star(a: V, n: int) -> seq:
    if not is_iterable(a) and not has_methods(a):
        raise TypeError("cannot unpack non-iterable " + type_name(a) + " object")
    items = to_items(a)
    if len(items) < n:
        raise ValueError("not enough values to unpack (expected at least " + text(n) + ", got " + text(len(items)) + ")")
    return items

# All elements, where their order does not count: what comes after sees it in no way.
def unordered_items(a: V) -> seq:
    if a is Set:
        return set_items(a.set)
    return to_items(a)

# The source of a search for the least or the greatest. Members of a set differ, so it is one of them.
def ranked_source(a: V) -> V:
    if a is Set:
        return Tuple(ranked_set(a))
    return iter_source(a)

def ranked_set(a: V) -> seq:
    ...

# The source of what is asked of each element, which the elements of a set answer in any order.
def asked_source(a: V) -> V:
    if a is Set:
        items = set_items(a.set)
        i = 0
        while i < len(items):
            if not is_closed(items[i]):
                unsupported("the order of a set")
            i += 1
        return Tuple(items)
    return iter_source(a)

# The source of a sum: of a set only ints, which make one sum in any order.
def summed_source(a: V) -> V:
    if a is Set:
        items = set_items(a.set)
        i = 0
        while i < len(items):
            if not is_integral(items[i]):
                unsupported("the order of a set")
            i += 1
        return Tuple(items)
    return iter_source(a)

def object_sum(a: V, start: V) -> V:
    ...

def sum_(a: V, start: V) -> V:
    if a is Outside:
        return object_sum(a, start)
    if start is Str:
        raise TypeError("sum() can't sum strings [use ''.join(seq) instead]")
    if start is Bytes:
        raise TypeError("sum() can't sum bytes [use b''.join(seq) instead]")
    if start is Member:
        unsupported("a member of an enumeration to begin with")
    source = summed_source(a)
    total = start
    i = 0
    while True:
        more, item = iter_next(source, i)
        if not more:
            return total
        total = add(total, item)
        i += 1
    return total

def object_min(a: V) -> V:
    ...

def min_(a: V) -> V:
    if a is Outside:
        return object_min(a)
    source = ranked_source(a)
    more, best = iter_next(source, 0)
    if not more:
        raise ValueError("min() arg is an empty sequence")
    return rest_min(source, best)

# The smallest of the first element and those after it.
def rest_min(source: V, best: V) -> V:
    i = 1
    while True:
        more, item = iter_next(source, i)
        if not more:
            return best
        if truth(lt(item, best)):
            best = item
        i += 1
    return best

def object_max(a: V) -> V:
    ...

def max_(a: V) -> V:
    if a is Outside:
        return object_max(a)
    source = ranked_source(a)
    more, best = iter_next(source, 0)
    if not more:
        raise ValueError("max() arg is an empty sequence")
    return rest_max(source, best)

# The largest of the first element and those after it.
def rest_max(source: V, best: V) -> V:
    i = 1
    while True:
        more, item = iter_next(source, i)
        if not more:
            return best
        if truth(gt(item, best)):
            best = item
        i += 1
    return best

def object_any(a: V) -> V:
    ...

def any_(a: V) -> V:
    if a is Outside:
        return object_any(a)
    source = asked_source(a)
    i = 0
    while True:
        more, item = iter_next(source, i)
        if not more:
            return Bool(False)
        if truth(item):
            return Bool(True)
        i += 1
    return Bool(False)

def object_all(a: V) -> V:
    ...

def all_(a: V) -> V:
    if a is Outside:
        return object_all(a)
    source = asked_source(a)
    i = 0
    while True:
        more, item = iter_next(source, i)
        if not more:
            return Bool(True)
        if not truth(item):
            return Bool(False)
        i += 1
    return Bool(True)

# a.keys(), a.values() or a.items() in a loop.
def view(a: V, what: int) -> V:
    if a is Dict:
        return dict_view(a, what)
    if has_methods(a):
        unsupported("keys, values or items of an object")
    raise AttributeError(unknown)

def better_min(item: V, best: V) -> V:
    if best is Unbound:
        return item
    if truth(lt(item, best)):
        return item
    return best

def better_max(item: V, best: V) -> V:
    if best is Unbound:
        return item
    if truth(gt(item, best)):
        return item
    return best

def min_or(a: V, default: V) -> V:
    source = Tuple(object_items(a)) if a is Outside else ranked_source(a)
    more, best = iter_next(source, 0)
    if not more:
        return default
    return rest_min(source, best)

def max_or(a: V, default: V) -> V:
    source = Tuple(object_items(a)) if a is Outside else ranked_source(a)
    more, best = iter_next(source, 0)
    if not more:
        return default
    return rest_max(source, best)
