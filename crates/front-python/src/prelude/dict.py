# Dicts and sets: a map from the normal form of a key, and the order of insertion beside it.

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
    if a is Object:
        return object_hash(a)
    if a is List or a is Dict or a is Set:
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
        DICTS[d] = store(DICTS[d], key, Tuple([entry.items[0], v]))

def dict_del(d: dict, k: V):
    key = hashed(k)
    if DICTS[d][key] is Unbound:
        raise KeyError(k)
    dict_drop(d, key)

def dict_drop(d: dict, key: V):
    DICTS[d] = store(DICTS[d], key, Unbound)
    ORDERS[d] = drop(ORDERS[d], key)
    REMOVALS[d] = REMOVALS[d] + 1

# The sequence without the first element that is the same value.
def drop(s: seq, key: V) -> seq:
    i = 0
    while i < len(s):
        if s[i] == key:
            return without(s, i)
        i += 1
    return s

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

# With nothing given, `Unbound`.
def dict_update(d: dict, a: V):
    if a is Unbound:
        return
    if a is Dict:
        order = ORDERS[a.dict]
        i = 0
        while i < len(order):
            entry = DICTS[a.dict][order[i]]
            dict_set(d, entry.items[0], entry.items[1])
            i += 1
        return
    unsupported("dict.update with something else than a dict")

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

def new_set() -> V:
    it = new(set)
    SETS[it] = empty_map()
    MEMBERS[it] = []
    return Set(it)

def set_add(s: set, v: V):
    key = hashed(v)
    if SETS[s][key] is Unbound:
        SETS[s] = store(SETS[s], key, v)
        MEMBERS[s] = MEMBERS[s] + [key]

def set_discard(s: set, v: V) -> bool:
    if v is Set:
        return False
    key = hashed(v)
    if SETS[s][key] is Unbound:
        return False
    SETS[s] = store(SETS[s], key, Unbound)
    MEMBERS[s] = drop(MEMBERS[s], key)
    return True

def set_remove(s: set, v: V):
    if not set_discard(s, v):
        raise KeyError(v)

def set_of(a: V) -> V:
    out = new_set()
    if a is Set:
        SETS[out.set] = SETS[a.set]
        MEMBERS[out.set] = MEMBERS[a.set]
        return out
    # An iterator is asked no further than the first member that cannot be one.
    source = Tuple(object_items(a)) if a is Outside else iter_source(a)
    i = 0
    while True:
        more, item = iter_next(source, i)
        if not more:
            return out
        set_add(out.set, item)
        i += 1
    return out

def set_eq(a: set, b: set) -> bool:
    if len(MEMBERS[a]) != len(MEMBERS[b]):
        return False
    i = 0
    while i < len(MEMBERS[a]):
        if SETS[b][MEMBERS[a][i]] is Unbound:
            return False
        i += 1
    return True

# Which of two equal members is kept is seen only if they differ in type.
def set_union(a: V, b: V) -> V:
    out = set_of(a)
    i = 0
    while i < len(MEMBERS[b.set]):
        set_add(out.set, SETS[b.set][MEMBERS[b.set][i]])
        i += 1
    return out

def set_difference(a: V, b: V) -> V:
    out = new_set()
    i = 0
    while i < len(MEMBERS[a.set]):
        if SETS[b.set][MEMBERS[a.set][i]] is Unbound:
            set_add(out.set, SETS[a.set][MEMBERS[a.set][i]])
        i += 1
    return out

def set_intersection(a: V, b: V) -> V:
    out = new_set()
    i = 0
    while i < len(MEMBERS[a.set]):
        key = MEMBERS[a.set][i]
        if SETS[b.set][key] is not Unbound:
            if SETS[a.set][key] != SETS[b.set][key]:
                unsupported("which of two equal members is kept")
            set_add(out.set, SETS[a.set][key])
        i += 1
    return out

def set_symmetric(a: V, b: V) -> V:
    return set_union(set_difference(a, b), set_difference(b, a))

def set_discard_(s: set, v: V):
    found = set_discard(s, v)

def dict_of(a: V) -> V:
    if a is Dict:
        return dict_copy(a.dict)
    unsupported("a dict of something else than a dict")
