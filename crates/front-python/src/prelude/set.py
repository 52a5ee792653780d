# Sets: a map from the normal form of a member to the member. Their order is not modelled.

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
    return set_take(s, key)

# Takes out the member of that normal form.
def set_take(s: set, key: V) -> bool:
    if SETS[s][key] is Unbound:
        return False
    SETS[s] = store(SETS[s], key, Unbound)
    MEMBERS[s] = drop(MEMBERS[s], key)
    TAKEN[s] = TAKEN[s] + 1
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
    set_extend(out.set, a)
    return out

# An iterator is asked no further than the first member that cannot be one.
def set_extend(s: set, a: V):
    source = keys_source(a)
    i = 0
    while True:
        more, item = iter_next(source, i)
        if not more:
            return
        set_add(s, item)
        i += 1

# The members, in an order that is not CPython's: only for what does not depend on it.
def set_items(s: set) -> seq:
    out = []
    i = 0
    while i < len(MEMBERS[s]):
        out = out + [SETS[s][MEMBERS[s][i]]]
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
            if not is_one_kind(SETS[a.set][key], SETS[b.set][key]) and SETS[a.set][key] != SETS[b.set][key]:
                unsupported("which of two equal members is kept")
            set_add(out.set, SETS[a.set][key])
        i += 1
    return out

# Members of such types that have one normal form are the same.
def is_one_kind(a: V, b: V) -> bool:
    return (a is Int and b is Int) or (a is Str and b is Str) or (a is Bool and b is Bool)

def set_symmetric(a: V, b: V) -> V:
    return set_union(set_difference(a, b), set_difference(b, a))

def set_discard_(s: set, v: V):
    found = set_discard(s, v)

def is_set_like(a: V) -> bool:
    return a is Set or (a is View and a.shows != 1)

# Is each member of the first one of the second?
def set_below(a: V, b: V) -> bool:
    items = to_members(a)
    i = 0
    while i < len(items):
        if not contains(items[i], b):
            return False
        i += 1
    return True

# What a set or a view of a dict holds.
def to_members(a: V) -> seq:
    if a is Set:
        return set_items(a.set)
    return to_items(a)

# The members of a set in an order of ours, if each can be compared with each.
def sortable_set(a: V) -> seq:
    items = set_items(a.set)
    check_sortable(items)
    return items

# Any iterable as a set.
def as_set(a: V) -> V:
    if a is Set:
        return a
    return set_of(a)

def set_clear(s: set):
    SETS[s] = empty_map()
    MEMBERS[s] = []
    TAKEN[s] = TAKEN[s] + 1

def set_copy(s: set) -> V:
    return set_of(Set(s))

def set_pop(s: set) -> V:
    if len(MEMBERS[s]) == 0:
        raise KeyError("pop from an empty set")
    if len(MEMBERS[s]) > 1:
        unsupported("the order of a set")
    it = SETS[s][MEMBERS[s][0]]
    set_clear(s)
    return it

# The methods that take any number of iterables.
def set_update(s: set, others: seq):
    i = 0
    while i < len(others):
        set_extend(s, others[i])
        i += 1

def set_union_all(s: set, others: seq) -> V:
    out = set_of(Set(s))
    set_update(out.set, others)
    return out

def set_intersection_all(s: set, others: seq) -> V:
    out = set_of(Set(s))
    i = 0
    while i < len(others):
        out = set_intersection(out, as_set(others[i]))
        i += 1
    return out

def set_intersection_update(s: set, others: seq):
    set_become(s, set_intersection_all(s, others))

def set_difference_all(s: set, others: seq) -> V:
    out = set_of(Set(s))
    i = 0
    while i < len(others):
        out = set_difference(out, as_set(others[i]))
        i += 1
    return out

def set_difference_update(s: set, others: seq):
    i = 0
    while i < len(others):
        set_take_all(s, others[i])
        i += 1

# One after the other: what was taken out before an error stays out.
def set_take_all(s: set, a: V):
    if a is Set:
        set_become(s, set_difference(Set(s), a))
        return
    source = keys_source(a)
    i = 0
    while True:
        more, item = iter_next(source, i)
        if not more:
            return
        found = set_take(s, hashed(item))
        i += 1

def set_symmetric_difference(s: set, a: V) -> V:
    return set_symmetric(Set(s), as_set(a))

def set_symmetric_update(s: set, a: V):
    set_become(s, set_symmetric(Set(s), as_set(a)))

def set_become(s: set, a: V):
    SETS[s] = SETS[a.set]
    MEMBERS[s] = MEMBERS[a.set]
    TAKEN[s] = TAKEN[s] + 1

def set_issubset(s: set, a: V) -> bool:
    return set_below(Set(s), as_set(a))

# An iterator is asked no further than the first element that decides.
def set_issuperset(s: set, a: V) -> bool:
    if a is Set:
        return set_below(a, Set(s))
    return not set_meets(s, a, False)

def set_isdisjoint(s: set, a: V) -> bool:
    return not set_meets(s, a, True)

# Has the iterable an element that is a member, or one that is none?
def set_meets(s: set, a: V, member: bool) -> bool:
    source = keys_source(a)
    i = 0
    while True:
        more, item = iter_next(source, i)
        if not more:
            return False
        if (SETS[s][hashed(item)] is not Unbound) == member:
            return True
        i += 1
    return False

# An operator of sets, or of a view with anything that can be gone through.
def set_operands(a: V, b: V) -> bool:
    return (a is Set and is_set_like(b)) or (a is View and a.shows != 1 and (b is View or b is List or b is Tuple or b is Str or b is Dict or b is Set or b is Range or b is Iterator)) or (b is View and b.shows != 1 and (a is List or a is Tuple or a is Str or a is Dict or a is Range or a is Iterator))

# A set that a caller may hand over: of what it holds, and that in some order.
def set_made(chosen: map, members: seq) -> V:
    it = new(set)
    SETS[it] = chosen
    MEMBERS[it] = members
    return Set(it)

# A set that a caller may hand over.
def set_from(items: seq) -> V:
    return set_of(Tuple(items))
