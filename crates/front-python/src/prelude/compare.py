# Equality, order and membership.

def num_eq(a: V, b: V) -> bool:
    if a is Float and b is Float:
        return feq(a.float, b.float)
    if a is Float:
        return is_finite(a.float) and real(a.float) == real(as_int(b))
    if b is Float:
        return is_finite(b.float) and real(b.float) == real(as_int(a))
    return as_int(a) == as_int(b)

def eq(a: V, b: V) -> V:
    if a is Int and b is Int:
        return Bool(a.int == b.int)
    if a is Str and b is Str:
        return Bool(a.str == b.str)
    if is_number(a) and is_number(b):
        return Bool(num_eq(a, b))
    if a is List and b is List:
        return Bool(list_eq(a.list, b.list))
    if a is Tuple and b is Tuple:
        return Bool(items_eq(a.items, b.items))
    if has_methods(a) or has_methods(b):
        return object_eq(a, b)
    if a is Range and b is Range:
        return Bool(range_eq(a, b))
    if a is Dict and b is Dict:
        return Bool(dict_eq(a.dict, b.dict))
    if a is Set and b is Set:
        return Bool(set_eq(a.set, b.set))
    if is_set_like(a) and is_set_like(b):
        return Bool(len_of(a) == len_of(b) and is_part(a, b))
    if a is View and b is View and a == b:
        unsupported("the identity of a view")
    if is_own_error(a) and is_own_error(b):
        return Bool(a == b)
    if a is Exception and b is Exception and a.kind == b.kind:
        unsupported("the identity of an exception")
    if a is Method and b is Method:
        unsupported("the equality of methods")
    if a is Match and b is Match:
        unsupported("the identity of a match")
    return Bool(a == b)

def ne(a: V, b: V) -> V:
    if has_methods(a) or has_methods(b):
        return object_ne(a, b)
    return Bool(not truth(eq(a, b)))

def object_eq(a: V, b: V) -> V:
    ...

def object_ne(a: V, b: V) -> V:
    ...

# Equality of elements: the same object is equal to itself without being asked.
def item_eq(a: V, b: V) -> bool:
    if a is Object and b is Object and a.object == b.object:
        return True
    if a is Member and a == b:
        return True
    if a is Outside or b is Outside:
        return object_item_eq(a, b)
    if a is Float and b is Float and is_nan(a.float) and is_nan(b.float):
        unsupported("the identity of nan")
    return truth(eq(a, b))

def object_item_eq(a: V, b: V) -> bool:
    ...

def list_eq(a: list, b: list) -> bool:
    if a == b:
        return True
    if len(LISTS[a]) != len(LISTS[b]):
        return False
    i = 0
    while i < len(LISTS[a]) and i < len(LISTS[b]):
        if not item_eq(LISTS[a][i], LISTS[b][i]):
            return False
        i += 1
    return len(LISTS[a]) == len(LISTS[b])

def items_eq(a: seq, b: seq) -> bool:
    if len(a) != len(b):
        return False
    i = 0
    while i < len(a):
        if not item_eq(a[i], b[i]):
            return False
        i += 1
    return True

def range_eq(a: V, b: V) -> bool:
    n = range_len(a.start, a.stop, a.step)
    if n != range_len(b.start, b.stop, b.step):
        return False
    if n == 0:
        return True
    return a.start == b.start and (n == 1 or a.step == b.step)

def order_error(sign: str, a: V, b: V) -> V:
    raise TypeError("'" + sign + "' not supported between instances of '" + type_name(a) + "' and '" + type_name(b) + "'")

# Below: of two numbers that are not both ints.
def num_lt(a: V, b: V) -> bool:
    if a is Float and b is Float:
        return a.float < b.float
    if a is Float:
        if is_finite(a.float):
            return real(a.float) < real(as_int(b))
        return a.float < 0.0
    if b is Float:
        if is_finite(b.float):
            return real(as_int(a)) < real(b.float)
        return b.float > 0.0
    return as_int(a) < as_int(b)

def num_le(a: V, b: V) -> bool:
    return num_lt(a, b) or num_eq(a, b)

def text_lt(a: str, b: str) -> bool:
    i = 0
    while i < len(a) and i < len(b):
        if a[i] != b[i]:
            return a[i] < b[i]
        i += 1
    return len(a) < len(b)

def lt(a: V, b: V) -> V:
    if a is Int and b is Int:
        return Bool(a.int < b.int)
    if is_number(a) and is_number(b):
        return Bool(num_lt(a, b))
    if a is Str and b is Str:
        return Bool(text_lt(a.str, b.str))
    if (a is List and b is List) or (a is Tuple and b is Tuple):
        i, found = difference(a, b)
        if found:
            return lt(item_at(a, i), item_at(b, i))
        return Bool(len_of(a) < len_of(b))
    if has_methods(a) or has_methods(b):
        return object_lt(a, b)
    if a is Bytes and b is Bytes:
        return Bool(text_lt(a.bytes, b.bytes))
    if is_set_like(a) and is_set_like(b):
        return Bool(is_part(a, b) and len_of(a) < len_of(b))
    return order_error("<", a, b)

def le(a: V, b: V) -> V:
    if a is Int and b is Int:
        return Bool(a.int <= b.int)
    if is_number(a) and is_number(b):
        return Bool(num_le(a, b))
    if a is Str and b is Str:
        return Bool(not text_lt(b.str, a.str))
    if (a is List and b is List) or (a is Tuple and b is Tuple):
        i, found = difference(a, b)
        if found:
            return le(item_at(a, i), item_at(b, i))
        return Bool(len_of(a) <= len_of(b))
    if has_methods(a) or has_methods(b):
        return object_le(a, b)
    if a is Bytes and b is Bytes:
        return Bool(not text_lt(b.bytes, a.bytes))
    if is_set_like(a) and is_set_like(b):
        return Bool(is_part(a, b))
    return order_error("<=", a, b)

def gt(a: V, b: V) -> V:
    if a is Int and b is Int:
        return Bool(a.int > b.int)
    if is_number(a) and is_number(b):
        return Bool(num_lt(b, a))
    if a is Str and b is Str:
        return Bool(text_lt(b.str, a.str))
    if (a is List and b is List) or (a is Tuple and b is Tuple):
        i, found = difference(a, b)
        if found:
            return gt(item_at(a, i), item_at(b, i))
        return Bool(len_of(a) > len_of(b))
    if has_methods(a) or has_methods(b):
        return object_gt(a, b)
    if a is Bytes and b is Bytes:
        return Bool(text_lt(b.bytes, a.bytes))
    if is_set_like(a) and is_set_like(b):
        return Bool(is_part(b, a) and len_of(b) < len_of(a))
    return order_error(">", a, b)

def ge(a: V, b: V) -> V:
    if a is Int and b is Int:
        return Bool(a.int >= b.int)
    if is_number(a) and is_number(b):
        return Bool(num_le(b, a))
    if a is Str and b is Str:
        return Bool(not text_lt(a.str, b.str))
    if (a is List and b is List) or (a is Tuple and b is Tuple):
        i, found = difference(a, b)
        if found:
            return ge(item_at(a, i), item_at(b, i))
        return Bool(len_of(a) >= len_of(b))
    if has_methods(a) or has_methods(b):
        return object_ge(a, b)
    if a is Bytes and b is Bytes:
        return Bool(not text_lt(a.bytes, b.bytes))
    if is_set_like(a) and is_set_like(b):
        return Bool(is_part(b, a))
    return order_error(">=", a, b)

# Is each member of the first set or view one of the second?
def is_part(a: V, b: V) -> bool:
    ...

def object_lt(a: V, b: V) -> V:
    ...

def object_le(a: V, b: V) -> V:
    ...

def object_gt(a: V, b: V) -> V:
    ...

def object_ge(a: V, b: V) -> V:
    ...

def item_at(a: V, i: int) -> V:
    return a.items[i] if a is Tuple else LISTS[a.list][i]

# The first place where two lists or two tuples differ.
def difference(a: V, b: V) -> (int, bool):
    i = 0
    while i < len_of(a) and i < len_of(b):
        if not item_eq(item_at(a, i), item_at(b, i)):
            return i, True
        i += 1
    return i, False

def contains(a: V, b: V) -> bool:
    if b is List:
        i = 0
        while i < len(LISTS[b.list]):
            if item_eq(LISTS[b.list][i], a):
                return True
            i += 1
        return False
    if b is Tuple:
        i = 0
        while i < len(b.items):
            if item_eq(b.items[i], a):
                return True
            i += 1
        return False
    if b is Str:
        if a is Str:
            return find_text(b.str, a.str, 0) >= 0
        raise TypeError("'in <string>' requires string as left operand, not " + type_name(a))
    if b is Range:
        if is_integral(a):
            return in_range(as_int(a), b.start, b.stop, b.step)
        if a is Float:
            return is_finite(a.float) and real(a.float) == real(trunc(a.float)) and in_range(trunc(a.float), b.start, b.stop, b.step)
        if has_methods(a):
            unsupported("an object in a range")
        return False
    if b is Dict:
        return DICTS[b.dict][hashed(a)] is not Unbound
    if b is Set:
        # A set is looked up as the frozen set of its members, and there are none of those.
        if a is Set:
            return False
        return SETS[b.set][hashed(a)] is not Unbound
    if b is Bytes:
        if is_integral(a):
            if as_int(a) < 0 or as_int(a) > 255:
                raise ValueError("byte must be in range(0, 256)")
            return find_text(b.bytes, [as_int(a)], 0) >= 0
        if a is Bytes:
            return find_text(b.bytes, a.bytes, 0) >= 0
        if has_methods(a):
            unsupported("__index__")
        raise TypeError("a bytes-like object is required, not '" + type_name(a) + "'")
    if b is View:
        return view_contains(a, b)
    if b is Iterator:
        return is_among(a, b)
    if has_methods(b):
        return object_contains(a, b)
    if b is Class:
        if is_enum_class(b.name):
            if a is Member:
                return a.member_of == b.name
            if has_methods(a):
                unsupported("an object in an enumeration")
            raise TypeError(unknown)
    raise TypeError("argument of type '" + type_name(b) + "' is not iterable")

def object_contains(a: V, b: V) -> bool:
    ...

def in_range(x: int, start: int, stop: int, step: int) -> bool:
    return (start <= x and x < stop if step > 0 else stop < x and x <= start) and (x - start) % step == 0

# The first place of t in s at or after i; -1 if none.
def find_text(s: str, t: str, i: int) -> int:
    while i + len(t) <= len(s):
        if s[i:i + len(t)] == t:
            return i
        i += 1
    return -1
