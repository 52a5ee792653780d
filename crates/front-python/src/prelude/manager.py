# Managers of `with` that are no objects of the program: generators, and those that swallow some exceptions.

def new_manager(a: V) -> V:
    if not is_generator(a):
        unsupported("a manager of something else than a generator")
    return make_iterator([Builtin(atom("manager")), a])

def new_suppressor(classes: V) -> V:
    return make_iterator([Builtin(atom("suppressor")), classes])

def new_nothing(entered: V) -> V:
    return make_iterator([Builtin(atom("nothing")), entered])

def enter_manager(a: V) -> V:
    state = ITERATORS[a.iterator]
    kind = state[0].builtin
    if kind == atom("suppressor"):
        return None
    if kind == atom("nothing"):
        return state[1]
    if kind == atom("manager"):
        # It forgets its arguments when it is entered, and asks for them.
        if len(state) > 2:
            raise AttributeError("'_GeneratorContextManager' object has no attribute 'args'")
        ITERATORS[a.iterator] = state + [None]
        more, item = iter_next(state[1], 0)
        if not more:
            raise RuntimeError("generator didn't yield")
        return item
    raise TypeError(unknown)

# What ended the block is raised where the generator was suspended. Whether that swallows it.
def leave_manager(a: V, raised: V) -> V:
    state = ITERATORS[a.iterator]
    kind = state[0].builtin
    if kind == atom("suppressor"):
        if raised is None:
            return Bool(False)
        return Bool(catches(raised, state[1]))
    if kind == atom("nothing"):
        return Bool(False)
    inner = state[1].iterator
    if raised is None:
        more, item = iterator_next(inner)
        if more:
            raise RuntimeError("generator didn't stop")
        return Bool(False)
    if catches(raised, Class(atom("StopIteration"))):
        unsupported("a StopIteration that ends a with statement")
    more, item = generator_step(inner, ITERATORS[inner][1].code, None, raised)
    if more:
        raise RuntimeError("generator didn't stop after throw()")
    return Bool(True)

# What `dataclasses` makes of the value of a field, as far as that is a value of its own.
def copied_value(a: V) -> V:
    if a is Int or a is Bool or a is Str or a is Float or a is None or a is Bytes:
        return a
    if a is List:
        items = LISTS[a.list]
        i = 0
        while i < len(items):
            check_plain(items[i])
            i += 1
        return new_list(items)
    if a is Tuple and not is_named(a):
        i = 0
        while i < len(a.items):
            check_plain(a.items[i])
            i += 1
        return a
    unsupported("a copy of this value")

def check_plain(a: V):
    if not (a is Int or a is Bool or a is Str or a is Float or a is None or a is Bytes):
        unsupported("a copy of this value")

# What `functools` asks for.

def plain_function(a: V) -> V:
    if a is Function or a is Closure:
        return a
    unsupported("attributes that functools gives a wrapper")

# How a cache tells calls apart: a number or a text alone is no tuple to it.
def cache_key(args: V, named: V) -> V:
    order = ORDERS[named.dict]
    if len(order) == 0:
        if len(args.items) == 1 and (args.items[0] is Int or args.items[0] is Str):
            return Tuple([Int(1), args])
        return Tuple([Int(2), args])
    pairs = []
    i = 0
    while i < len(order):
        entry = DICTS[named.dict][order[i]]
        pairs = pairs + [entry]
        i += 1
    return Tuple([Int(3), args, Tuple(pairs)])

def check_cache(size: V, typed: V) -> V:
    if truth(typed):
        unsupported("a cache by types")
    if size is None or size is Int or size is Bool or size is Function or size is Closure:
        return None
    unsupported("a cache of this size")

def check_room(held: V, most: V) -> V:
    if held.int >= as_int(most):
        unsupported("a cache that is full")
    return None

# What `copy` makes of a value of the language's own types.

def shallow_copied(a: V) -> V:
    if a is List:
        return new_list(LISTS[a.list])
    if a is Dict:
        return dict_copied(a.dict)
    if a is Set:
        return set_of(a)
    if a is Tuple and not is_named(a):
        return a
    check_uncopied(a)
    return a

def deep_copied(a: V) -> V:
    made, seen = deep_copied_within(a, [])
    return made

# `seen`: each object that is copied, and behind it its copy: what is shared stays shared.
def deep_copied_within(a: V, seen: seq) -> (V, seq):
    if a is List:
        at = place_of(seen, a)
        if at >= 0:
            return seen[at + 1], seen
        items = LISTS[a.list]
        out = new_list([])
        seen = seen + [a, out]
        copied = []
        i = 0
        while i < len(items):
            item, seen = deep_copied_within(items[i], seen)
            copied = copied + [item]
            i += 1
        LISTS[out.list] = copied
        return out, seen
    if a is Dict:
        at = place_of(seen, a)
        if at >= 0:
            return seen[at + 1], seen
        order = ORDERS[a.dict]
        out = dict_copied(a.dict)
        seen = seen + [a, out]
        i = 0
        while i < len(order):
            entry = DICTS[a.dict][order[i]]
            check_uncopied(entry.items[0])
            value, seen = deep_copied_within(entry.items[1], seen)
            dict_set(out.dict, entry.items[0], value)
            i += 1
        return out, seen
    if a is Set:
        at = place_of(seen, a)
        if at >= 0:
            return seen[at + 1], seen
        items = set_items(a.set)
        i = 0
        while i < len(items):
            check_uncopied(items[i])
            i += 1
        out = set_of(a)
        return out, seen + [a, out]
    if a is Tuple and not is_named(a):
        copied = []
        i = 0
        while i < len(a.items):
            item, seen = deep_copied_within(a.items[i], seen)
            copied = copied + [item]
            i += 1
        return Tuple(copied), seen
    check_uncopied(a)
    return a, seen

# Where every other element is the value; -1: nowhere.
def place_of(seen: seq, a: V) -> int:
    i = 0
    while i < len(seen):
        if seen[i] == a:
            return i
        i += 2
    return -1

# A copy of it is the same object.
def check_uncopied(a: V):
    if a is Int or a is Bool or a is Str or a is Float or a is None or a is Bytes or a is Range or a is Function:
        return
    if a is Tuple and not is_named(a):
        i = 0
        while i < len(a.items):
            check_uncopied(a.items[i])
            i += 1
        return
    unsupported("a copy of this value")

def give_up_ranking() -> V:
    unsupported("the least or the greatest by a key, or of what gives its elements one by one")

def give_up_copying() -> V:
    unsupported("a copy that is told what was copied before")

# A path, if it is a text.
def path_of(a: V) -> V:
    if a is Str:
        return a
    if a is Bytes or has_methods(a):
        unsupported("a path that is no text")
    raise TypeError(unknown)

# What a function of the library takes that is understood only for whole numbers.
def only_int(a: V) -> V:
    if a is Int or a is Bool:
        return Int(as_int(a))
    unsupported("an argument that is no whole number")
