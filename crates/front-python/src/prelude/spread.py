# Calls with stars: all positional arguments in one sequence, all others in one dict.

# Adds what `**a` stands for. That a name is no text is noticed at the call, after what comes behind was evaluated.
def spread_into(d: dict, a: V, is_last: bool):
    if a is Dict:
        order = ORDERS[a.dict]
        i = 0
        while i < len(order):
            entry = DICTS[a.dict][order[i]]
            if entry.items[0] is not Str:
                if entry.items[0] is Member:
                    unsupported("a member of an enumeration as a name")
                if not is_last:
                    unsupported("a name that is no text")
                raise TypeError(unknown)
            spread_add(d, entry.items[0], entry.items[1])
            i += 1
        return
    if has_methods(a):
        unsupported("** of an object")
    raise TypeError(unknown)

def spread_add(d: dict, name: V, value: V):
    if DICTS[d][name] is not Unbound:
        raise TypeError(unknown)
    dict_set(d, name, value)

# What a parameter that can be named gets; Unbound: nothing.
def spread_at(items: seq, i: int, d: dict, name: V) -> V:
    given = spread_named(d, name)
    if i < len(items):
        if given is not Unbound:
            raise TypeError(unknown)
        return items[i]
    return given

def spread_named(d: dict, name: V) -> V:
    entry = DICTS[d][name]
    return Unbound if entry is Unbound else entry.items[1]

def spread_first(items: seq, i: int) -> V:
    return items[i] if i < len(items) else Unbound

# The positional arguments behind the first n.
def spread_behind(items: seq, n: int) -> seq:
    out = []
    i = n
    while i < len(items):
        out = out + [items[i]]
        i += 1
    return out

# The keyword arguments without those that are parameters.
def spread_rest(d: dict, names: seq) -> V:
    out = new_dict()
    order = ORDERS[d]
    i = 0
    while i < len(order):
        if not is_in_names(order[i], names):
            entry = DICTS[d][order[i]]
            dict_set(out.dict, entry.items[0], entry.items[1])
        i += 1
    return out

def is_in_names(a: V, names: seq) -> bool:
    i = 0
    while i < len(names):
        if a == names[i]:
            return True
        i += 1
    return False

def spread_check(d: dict, names: seq):
    order = ORDERS[d]
    i = 0
    while i < len(order):
        if not is_in_names(order[i], names):
            raise TypeError(unknown)
        i += 1

def spread_zip(items: seq) -> V:
    state = [Builtin(atom("zip"))]
    i = 0
    while i < len(items):
        state = state + [iter_(items[i])]
        i += 1
    return make_iterator(state)

def spread_min(items: seq) -> V:
    if len(items) == 0:
        raise TypeError(unknown)
    if len(items) == 1:
        return min_(items[0])
    return min_(Tuple(items))

def spread_max(items: seq) -> V:
    if len(items) == 0:
        raise TypeError(unknown)
    if len(items) == 1:
        return max_(items[0])
    return max_(Tuple(items))

# The texts of all of them.
def spread_texts(items: seq, sep: str) -> str:
    out = ""
    i = 0
    while i < len(items):
        if i > 0:
            out = out + sep
        out = out + str_of(items[i])
        i += 1
    return out
