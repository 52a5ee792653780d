# Indexing, slicing, and the methods of lists.

def range_len(start: int, stop: int, step: int) -> int:
    return (0 if stop <= start else (stop - start - 1) // step + 1) if step > 0 else (0 if stop >= start else (start - stop - 1) // -step + 1)

def make_range(start: V, stop: V, step: V) -> V:
    a = index_of(start)
    b = index_of(stop)
    c = index_of(step)
    if c == 0:
        raise ValueError("range() arg 3 must not be zero")
    return Range(a, b, c)

# An index from the front, or -1 if there is no such element.
def place(i: int, n: int) -> int:
    return (i + n if i + n >= 0 else -1) if i < 0 else (i if i < n else -1)

def getitem(a: V, i: V) -> V:
    if a is List:
        if is_integral(i):
            at = place(as_int(i), len(LISTS[a.list]))
            if at < 0:
                if not fits_size(as_int(i)):
                    raise IndexError("cannot fit 'int' into an index-sized integer")
                raise IndexError("list index out of range")
            return LISTS[a.list][at]
        if has_methods(i):
            unsupported("__index__")
        raise TypeError("list indices must be integers or slices, not " + type_name(i))
    if a is Tuple:
        if is_integral(i):
            at = place(as_int(i), len(a.items))
            if at < 0:
                if not fits_size(as_int(i)):
                    raise IndexError("cannot fit 'int' into an index-sized integer")
                raise IndexError("tuple index out of range")
            return a.items[at]
        if has_methods(i):
            unsupported("__index__")
        raise TypeError("tuple indices must be integers or slices, not " + type_name(i))
    if a is Str:
        if is_integral(i):
            at = place(as_int(i), len(a.str))
            if at < 0:
                if not fits_size(as_int(i)):
                    raise IndexError("cannot fit 'int' into an index-sized integer")
                raise IndexError("string index out of range")
            return Str([a.str[at]])
        if has_methods(i):
            unsupported("__index__")
        raise TypeError("string indices must be integers, not '" + type_name(i) + "'")
    if a is Dict:
        entry = DICTS[a.dict][hashed(i)]
        if entry is Unbound:
            if FACTORIES[a.dict] is not Unbound:
                return dict_missing(a.dict, i)
            raise KeyError(i)
        return entry.items[1]
    if a is Bytes:
        if is_integral(i):
            at = place(as_int(i), len(a.bytes))
            if at < 0:
                raise IndexError("index out of range")
            return Int(a.bytes[at])
        if has_methods(i):
            unsupported("__index__")
        raise TypeError("byte indices must be integers or slices, not " + type_name(i))
    if a is Range:
        if is_integral(i):
            at = place(as_int(i), range_len(a.start, a.stop, a.step))
            if at < 0:
                raise IndexError("range object index out of range")
            return Int(a.start + at * a.step)
        if has_methods(i):
            unsupported("__index__")
        raise TypeError("range indices must be integers or slices, not " + type_name(i))
    if a is Match:
        return match_item(a, i)
    if has_methods(a):
        return object_getitem(a, i)
    if a is Class:
        if is_enum_class(a.name):
            if i is not Str:
                unsupported("a member by something else than its name")
            found = enum_named(a.name, i.str)
            if found is Unbound:
                raise KeyError(i)
            return found
        unsupported("a subscript of a class")
    raise TypeError("'" + type_name(a) + "' object is not subscriptable")

def object_getitem(a: V, i: V) -> V:
    ...

def setitem(a: V, i: V, v: V):
    if a is List:
        if is_integral(i):
            at = place(as_int(i), len(LISTS[a.list]))
            if at < 0:
                if not fits_size(as_int(i)):
                    raise IndexError("cannot fit 'int' into an index-sized integer")
                raise IndexError("list assignment index out of range")
            LISTS[a.list] = update(LISTS[a.list], at, v)
            return
        if has_methods(i):
            unsupported("__index__")
        raise TypeError("list indices must be integers or slices, not " + type_name(i))
    if a is Dict:
        dict_set(a.dict, i, v)
        return
    if has_methods(a):
        object_setitem(a, i, v)
        return
    raise TypeError("'" + type_name(a) + "' object does not support item assignment")

def object_setitem(a: V, i: V, v: V):
    ...

def delitem(a: V, i: V):
    if a is List:
        if is_integral(i):
            at = place(as_int(i), len(LISTS[a.list]))
            if at < 0:
                if not fits_size(as_int(i)):
                    raise IndexError("cannot fit 'int' into an index-sized integer")
                raise IndexError("list assignment index out of range")
            LISTS[a.list] = without(LISTS[a.list], at)
            return
        if has_methods(i):
            unsupported("__index__")
        raise TypeError("list indices must be integers or slices, not " + type_name(i))
    if a is Dict:
        dict_del(a.dict, i)
        return
    if has_methods(a):
        object_delitem(a, i)
        return
    if a is Str or a is Tuple:
        raise TypeError("'" + type_name(a) + "' object doesn't support item deletion")
    raise TypeError("'" + type_name(a) + "' object does not support item deletion")

def object_delitem(a: V, i: V):
    ...

def without(s: seq, i: int) -> seq:
    return s[:i] + s[i + 1:]

# A bound of a slice.
def slice_bound(a: V) -> int:
    if is_integral(a):
        return as_int(a)
    if has_methods(a):
        unsupported("__index__")
    raise TypeError("slice indices must be integers or None or have an __index__ method")

# Where a slice over n elements starts, stops, and its step.
def slice_range(n: int, lower: V, upper: V, step: V) -> (int, int, int):
    by = 1
    if step is not None:
        by = slice_bound(step)
        if by == 0:
            raise ValueError("slice step cannot be zero")
    start = n - 1 if by < 0 else 0
    if lower is not None:
        start = clamp(slice_bound(lower), n, by)
    stop = -1 if by < 0 else n
    if upper is not None:
        stop = clamp(slice_bound(upper), n, by)
    return start, stop, by

def clamp(i: int, n: int, by: int) -> int:
    return ((i + n) if i + n >= 0 else (-1 if by < 0 else 0)) if i < 0 else (i if i < n else (n - 1 if by < 0 else n))

def slice_items(s: seq, lower: V, upper: V, step: V) -> seq:
    start, stop, by = slice_range(len(s), lower, upper, step)
    if by == 1:
        return s[start:stop]
    out = []
    while start < stop if by > 0 else start > stop:
        out = out + [s[start]]
        start = start + by
    return out

def slice_text(s: str, lower: V, upper: V, step: V) -> str:
    start, stop, by = slice_range(len(s), lower, upper, step)
    if by == 1:
        return s[start:stop]
    out = ""
    while start < stop if by > 0 else start > stop:
        out = out + [s[start]]
        start = start + by
    return out

def getslice(a: V, lower: V, upper: V, step: V) -> V:
    if a is List:
        return new_list(slice_items(LISTS[a.list], lower, upper, step))
    if a is Str:
        return Str(slice_text(a.str, lower, upper, step))
    if a is Tuple:
        return Tuple(slice_items(a.items, lower, upper, step))
    if a is Bytes:
        return Bytes(slice_text(a.bytes, lower, upper, step))
    if a is Range:
        start, stop, by = slice_range(range_len(a.start, a.stop, a.step), lower, upper, step)
        return Range(a.start + start * a.step, a.start + stop * a.step, a.step * by)
    if has_methods(a):
        unsupported("a slice of an object")
    if a is Dict:
        raise TypeError("unhashable type: 'slice'")
    if a is Class:
        unsupported("a subscript of a class")
    raise TypeError("'" + type_name(a) + "' object is not subscriptable")

def setslice(a: V, lower: V, upper: V, step: V, v: V):
    if a is List:
        # Where it goes is settled before the elements are asked for, which may change the list.
        size = len(LISTS[a.list])
        start, stop, by = slice_range(size, lower, upper, step)
        items = slice_source(v)
        if by == 1:
            n = len(LISTS[a.list])
            begin = start if start < n else n
            end = begin if stop < begin else (stop if stop < n else n)
            LISTS[a.list] = LISTS[a.list][:begin] + items + LISTS[a.list][end:]
            return
        if len(LISTS[a.list]) != size:
            unsupported("a list that changes while a part of it is assigned")
        count = range_len(start, stop, by)
        if count != len(items):
            raise ValueError("attempt to assign sequence of size " + text(len(items)) + " to extended slice of size " + text(count))
        i = 0
        while i < count:
            LISTS[a.list] = update(LISTS[a.list], start + i * by, items[i])
            i += 1
        return
    if has_methods(a):
        unsupported("assignment to a slice of an object")
    if a is Dict:
        raise TypeError("unhashable type: 'slice'")
    raise TypeError("'" + type_name(a) + "' object does not support item assignment")

def slice_source(v: V) -> seq:
    if is_iterable(v):
        return to_items(v)
    if has_methods(v):
        return to_items(v)
    raise TypeError("can only assign an iterable")

def delslice(a: V, lower: V, upper: V, step: V):
    if a is List:
        start, stop, by = slice_range(len(LISTS[a.list]), lower, upper, step)
        if by == 1:
            end = stop if stop > start else start
            LISTS[a.list] = LISTS[a.list][:start] + LISTS[a.list][end:]
            return
        # From the end on, so that what is left to delete stays where it is.
        count = range_len(start, stop, by)
        i = 0
        while i < count:
            LISTS[a.list] = without(LISTS[a.list], start + (count - 1 - i if by > 0 else i) * by)
            i += 1
        return
    if has_methods(a):
        unsupported("deletion of a slice of an object")
    if a is Dict:
        raise TypeError("unhashable type: 'slice'")
    if a is Str or a is Tuple:
        raise TypeError("'" + type_name(a) + "' object does not support item deletion")
    raise TypeError("'" + type_name(a) + "' object does not support item deletion")

def list_append(a: list, v: V):
    LISTS[a] = LISTS[a] + [v]

# What an iterator gives is appended one by one, and may depend on it.
def list_extend(a: list, v: V):
    if v is Iterator:
        while True:
            more, item = iterator_next(v.iterator)
            if not more:
                return
            LISTS[a] = LISTS[a] + [item]
    if is_instance(v):
        if has_len(v):
            unsupported("an object that is asked for its length first")
        source = iter_source(v)
        while True:
            more, item = iter_next(source, 0)
            if not more:
                return
            LISTS[a] = LISTS[a] + [item]
    items = to_items(v)
    LISTS[a] = LISTS[a] + items

def list_insert(a: list, i: V, v: V):
    at = index_of(i)
    check_size(at)
    s = LISTS[a]
    n = len(s)
    at = (0 if at + n < 0 else at + n) if at < 0 else (n if at > n else at)
    LISTS[a] = s[:at] + [v] + s[at:]

def list_pop(a: list, i: V) -> V:
    at = index_of(i)
    check_size(at)
    s = LISTS[a]
    if len(s) == 0:
        raise IndexError("pop from empty list")
    at = place(at, len(s))
    if at < 0:
        raise IndexError("pop index out of range")
    LISTS[a] = without(s, at)
    return s[at]

def list_remove(a: list, v: V):
    i = 0
    while i < len(LISTS[a]):
        if item_eq(LISTS[a][i], v):
            LISTS[a] = without(LISTS[a], i)
            return
        i += 1
    raise ValueError("list.remove(x): x not in list")

# A bound that is given must be an int; one left out is `Unbound`.
def index_bound(a: V) -> int:
    if is_integral(a):
        return as_int(a)
    if has_methods(a):
        unsupported("__index__")
    raise TypeError("slice indices must be integers or have an __index__ method")

def list_index(a: list, v: V, start: V, stop: V) -> V:
    n = len(LISTS[a])
    i = 0
    if start is not Unbound:
        i = index_bound(start)
        i = (i + n if i + n >= 0 else 0) if i < 0 else i
    end = 9223372036854775807
    if stop is not Unbound:
        end = index_bound(stop)
        end = (end + n if end + n >= 0 else 0) if end < 0 else end
    while i < end and i < len(LISTS[a]):
        if item_eq(LISTS[a][i], v):
            return Int(i)
        i += 1
    if has_methods(v):
        raise ValueError(unknown)
    raise ValueError(repr_of(v) + " is not in list")

def items_index(a: seq, v: V, start: V, stop: V) -> V:
    n = len(a)
    i = 0
    if start is not Unbound:
        i = index_bound(start)
        i = (i + n if i + n >= 0 else 0) if i < 0 else i
    end = n
    if stop is not Unbound:
        end = index_bound(stop)
        end = (end + n if end + n >= 0 else 0) if end < 0 else end
    while i < end and i < n:
        if item_eq(a[i], v):
            return Int(i)
        i += 1
    raise ValueError("tuple.index(x): x not in tuple")

def list_count(a: list, v: V) -> V:
    n = 0
    i = 0
    while i < len(LISTS[a]):
        if item_eq(LISTS[a][i], v):
            n += 1
        i += 1
    return Int(n)

def items_count(a: seq, v: V) -> V:
    n = 0
    i = 0
    while i < len(a):
        if item_eq(a[i], v):
            n += 1
        i += 1
    return Int(n)

def reversed_items(s: seq) -> seq:
    out = []
    i = len(s)
    while i > 0:
        i = i - 1
        out = out + [s[i]]
    return out

def list_reverse(a: list):
    LISTS[a] = reversed_items(LISTS[a])

def list_clear(a: list):
    LISTS[a] = []

# Any stable sort gives what CPython's gives if the order is total; where it may not be, or where
# which pairs are compared could be seen, this is not expressible.
def sort_items(items: seq, keys: seq, backwards: bool) -> seq:
    check_sortable(keys)
    sorted_items = []
    sorted_keys = []
    i = 0
    while i < len(items):
        at = len(sorted_keys)
        while at > 0 and (truth(lt(sorted_keys[at - 1], keys[i])) if backwards else truth(lt(keys[i], sorted_keys[at - 1]))):
            at = at - 1
        sorted_items = sorted_items[:at] + [items[i]] + sorted_items[at:]
        sorted_keys = sorted_keys[:at] + [keys[i]] + sorted_keys[at:]
        i += 1
    return sorted_items

# 1: numbers, 2: strings, 3: cannot be ordered at all, 4: the order is not known to be total.
def order_class(a: V) -> int:
    return 1 if is_integral(a) or (a is Float and not is_nan(a.float)) else (2 if a is Str else (3 if a is None else 4))

def check_sortable(keys: seq):
    if len(keys) < 2:
        return
    i = 0
    while i < len(keys):
        if keys[i] is Tuple or keys[i] is List:
            check_total(keys)
            return
        i += 1
    first = order_class(keys[0])
    i = 0
    while i < len(keys):
        if order_class(keys[i]) == 4:
            unsupported("sorting values whose order may not be total")
        i += 1
    if first == 3:
        raise TypeError(unknown)
    i = 1
    while i < len(keys):
        if order_class(keys[i]) != first:
            raise TypeError(unknown)
        i += 1

# Tuples and lists: every pair must be comparable.
def check_total(keys: seq):
    i = 0
    while i < len(keys):
        j = 0
        while j < i:
            if not comparable(keys[i], keys[j]):
                unsupported("sorting values whose order may not be total")
            j += 1
        i += 1

def comparable(a: V, b: V) -> bool:
    if (a is List and b is List) or (a is Tuple and b is Tuple):
        i = 0
        while i < len_of(a) and i < len_of(b):
            if not comparable(item_at(a, i), item_at(b, i)):
                return False
            i += 1
        return True
    return order_class(a) == order_class(b) and order_class(a) < 3

# Where it fails after some elements were moved, what is left is not known.
def check_unmoved(keys: seq):
    if len(keys) < 3 or is_hopeless(keys[0], keys[1]):
        return
    first = order_class(keys[0])
    i = 2
    while i < len(keys):
        if order_class(keys[i]) != first:
            unsupported("what a failed sort leaves behind")
        i += 1

# Does comparing the two fail for sure?
def is_hopeless(a: V, b: V) -> bool:
    return (order_class(a) != order_class(b) and order_class(a) < 4 and order_class(b) < 4) or (order_class(a) == 3 and order_class(b) == 3)

def list_sort(a: list, backwards: bool):
    check_unmoved(LISTS[a])
    LISTS[a] = sort_items(LISTS[a], LISTS[a], backwards)

# By keys that were computed while the list was seen to be empty.
def list_sort_by(a: list, items: seq, keys: seq, backwards: bool):
    is_changed = len(LISTS[a]) != 0
    LISTS[a] = items
    check_unmoved(keys)
    LISTS[a] = sort_items(items, keys, backwards)
    if is_changed:
        raise ValueError("list modified during sort")

def list_copy(a: list) -> V:
    return new_list(LISTS[a])

# Patterns.

def is_matched_sequence(a: V) -> bool:
    if a is Outside:
        unsupported("a pattern for something from outside")
    return a is List or a is Tuple or a is Range

def is_matched_mapping(a: V) -> bool:
    if a is Outside:
        unsupported("a pattern for something from outside")
    return a is Dict
