# Dicts: a map from the normal form of a key, and the order of insertion beside it.

# Keys that are equal have one normal form: 1, True and 1.0 are the int 1.
def hashed(a: V) -> V:
    if a is Int or a is Str or a is None:
        return a
    if a is Bool:
        return Int(as_int(a))
    if a is Tuple:
        out = []
        i = 0
        while i < len(a.items):
            out = out + [hashed(a.items[i])]
            i += 1
        return Tuple(out)
    if a is Float:
        if is_nan(a.float):
            unsupported("the identity of nan")
        if is_finite(a.float) and real(a.float) == real(trunc(a.float)):
            return Int(trunc(a.float))
        return a
    if is_instance(a):
        return object_hash(a)
    if a is Bytes:
        return a
    if a is List or a is Dict or a is Set or (a is View and a.shows != 1):
        raise TypeError("unhashable type: '" + type_name(a) + "'")
    if a is Class or a is Function or a is Closure or a is Builtin or a is Module:
        return a
    unsupported("a hash of this type")

def object_hash(a: V) -> V:
    ...

def new_dict() -> V:
    it = new(dict)
    DICTS[it] = empty_map()
    ORDERS[it] = []
    return Dict(it)

def dict_set(d: dict, k: V, v: V):
    key = hashed(k)
    entry = DICTS[d][key]
    if entry is Unbound:
        ORDERS[d] = ORDERS[d] + [key]
        DICTS[d] = store(DICTS[d], key, Tuple([k, v]))
    else:
        # Of equal keys the first one stays.
        DICTS[d] = store(DICTS[d], key, Tuple([key_of(entry, key), v]))

def dict_del(d: dict, k: V):
    key = hashed(k)
    if DICTS[d][key] is Unbound:
        raise KeyError(k)
    dict_drop(d, key)

def dict_drop(d: dict, key: V):
    DICTS[d] = store(DICTS[d], key, Unbound)
    ORDERS[d] = drop(ORDERS[d], key)
    REMOVALS[d] = REMOVALS[d] + 1

def dict_get(d: dict, k: V, default: V) -> V:
    entry = DICTS[d][hashed(k)]
    return default if entry is Unbound else entry.items[1]

def dict_setdefault(d: dict, k: V, default: V) -> V:
    entry = DICTS[d][hashed(k)]
    if entry is Unbound:
        dict_set(d, k, default)
        return default
    return entry.items[1]

# With no default, `Unbound`.
def dict_pop(d: dict, k: V, default: V) -> V:
    # An empty dict does not even ask for the key's hash.
    if len(ORDERS[d]) == 0:
        if default is Unbound:
            raise KeyError(k)
        return default
    key = hashed(k)
    entry = DICTS[d][key]
    if entry is Unbound:
        if default is Unbound:
            raise KeyError(k)
        return default
    dict_drop(d, key)
    return entry.items[1]

def dict_clear(d: dict):
    DICTS[d] = empty_map()
    ORDERS[d] = []
    REMOVALS[d] = REMOVALS[d] + 1

def dict_copy(d: dict) -> V:
    it = new(dict)
    DICTS[it] = DICTS[d]
    ORDERS[it] = ORDERS[d]
    return Dict(it)

# The same with what it makes for missing keys.
def dict_copied(d: dict) -> V:
    out = dict_copy(d)
    if FACTORIES[d] is not Unbound:
        FACTORIES[out.dict] = FACTORIES[d]
    return out

def with_factory(a: V, factory: V) -> V:
    FACTORIES[a.dict] = factory
    return a

# What a dict makes for a key that it does not have.
def dict_missing(d: dict, k: V) -> V:
    if is_none(FACTORIES[d]):
        raise KeyError(k)
    made = call_factory(FACTORIES[d])
    dict_set(d, k, made)
    return made

def call_factory(a: V) -> V:
    ...

# With nothing given, `Unbound`.
def dict_update(d: dict, a: V):
    if a is Unbound:
        return
    if a is Dict:
        order = ORDERS[a.dict]
        i = 0
        while i < len(order):
            entry = DICTS[a.dict][order[i]]
            dict_set(d, key_of(entry, order[i]), entry.items[1])
            i += 1
        return
    if is_instance(a):
        unsupported("a dict of an object")
    source = Tuple(object_items(a)) if a is Outside else iter_source(a)
    i = 0
    while True:
        more, item = iter_next(source, i)
        if not more:
            return
        if not is_iterable(item) and not has_methods(item):
            raise TypeError("cannot convert dictionary update sequence element #" + text(i) + " to a sequence")
        pair = to_items(item)
        if len(pair) != 2:
            raise ValueError("dictionary update sequence element #" + text(i) + " has length " + text(len(pair)) + "; 2 is required")
        dict_set(d, pair[0], pair[1])
        i += 1

# What `**a` stands for in a display: pairs are none.
def dict_unpack(d: dict, a: V):
    if a is Dict or a is Outside or is_instance(a):
        dict_update(d, a)
        return
    raise TypeError("'" + type_name(a) + "' object is not a mapping")

# What a dict gives in a loop: 0 keys, 1 values, 2 pairs.
def dict_view(a: V, what: int) -> V:
    return make_iterator([Builtin(atom("dict")), a, Int(0), Int(len(ORDERS[a.dict])), Int(what), Int(REMOVALS[a.dict])])

def dict_eq(a: dict, b: dict) -> bool:
    if len(ORDERS[a]) != len(ORDERS[b]):
        return False
    i = 0
    while i < len(ORDERS[a]):
        key = ORDERS[a][i]
        other = DICTS[b][key]
        if other is Unbound:
            return False
        if not item_eq(other.items[1], DICTS[a][key].items[1]):
            return False
        i += 1
    return True

# dict(a)
def dict_of(a: V) -> V:
    if a is Dict:
        return dict_copy(a.dict)
    out = new_dict()
    dict_update(out.dict, a)
    return out

# The last entry that was put in.
def dict_popitem(d: dict) -> V:
    n = len(ORDERS[d])
    if n == 0:
        raise KeyError("popitem(): dictionary is empty")
    key = ORDERS[d][n - 1]
    entry = DICTS[d][key]
    dict_drop(d, key)
    return entry

def dict_keys(d: dict) -> V:
    return View(d, 0)

def dict_values(d: dict) -> V:
    return View(d, 1)

def dict_items(d: dict) -> V:
    return View(d, 2)

# dict.fromkeys(a, value)
def dict_fromkeys(a: V, value: V) -> V:
    out = new_dict()
    source = keys_source(a)
    i = 0
    while True:
        more, item = iter_next(source, i)
        if not more:
            return out
        dict_set(out.dict, item, value)
        i += 1
    return out

# What gives the keys of a new dict, whose order is not seen.
def keys_source(a: V) -> V:
    if a is Set:
        return Tuple(set_items(a.set))
    if a is Outside:
        return Tuple(object_items(a))
    return iter_source(a)

def dict_union(a: V, b: V) -> V:
    if FACTORIES[a.dict] is not Unbound or FACTORIES[b.dict] is not Unbound:
        unsupported("the union of dicts that make what they miss")
    out = dict_copy(a.dict)
    dict_update(out.dict, b)
    return out

def view_contains(a: V, v: V) -> bool:
    d = v.viewed
    if v.shows == 0:
        return DICTS[d][hashed(a)] is not Unbound
    if v.shows == 1:
        i = 0
        while i < len(ORDERS[d]):
            if item_eq(DICTS[d][ORDERS[d][i]].items[1], a):
                return True
            i += 1
        return False
    if a is not Tuple:
        if a is Outside:
            unsupported("the type of something from outside")
        return False
    if len(a.items) != 2:
        return False
    entry = DICTS[d][hashed(a.items[0])]
    if entry is Unbound:
        return False
    return item_eq(entry.items[1], a.items[1])

# A dict that a caller may hand over: of a table, and the order of its keys.
def dict_made(table: map, order: seq) -> V:
    it = new(dict)
    DICTS[it] = table
    ORDERS[it] = order
    return Dict(it)

# A dict that a caller may hand over: of keys, and the values that stand beside them.
def dict_from(keys: seq, values: seq) -> V:
    out = new_dict()
    i = 0
    while i < len(keys) and i < len(values):
        dict_set(out.dict, keys[i], values[i])
        i += 1
    return out
