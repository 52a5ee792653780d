# Objects of classes that the program defines: which of their methods an operator asks, and in what order.
# `own_x(a, …)` calls the method `__x__` of a's class, and gives Unbound if it has none; `has_x(a)` only looks.

def is_no_answer(a: V) -> bool:
    return a is Builtin and a.builtin == atom("NotImplemented")

def or_no_answer(a: V) -> V:
    return Builtin(atom("NotImplemented")) if a is Unbound else a

# Is b's class below a's, and another?
def is_below(b: V, a: V) -> bool:
    if a is Object and b is Object and CLASSES[a.object] != CLASSES[b.object]:
        return is_subclass(CLASSES[b.object], CLASSES[a.object])
    return False

def with_truth(a: V) -> bool:
    r = own_bool(a)
    if r is not Unbound:
        if r is Bool:
            return r.bool
        if r is Outside:
            unsupported("a truth that comes from outside")
        raise TypeError(unknown)
    n = own_len(a)
    if n is Unbound:
        return True
    return as_length(n) != 0

def as_length(n: V) -> int:
    if is_integral(n):
        i = as_int(n)
        if i < 0:
            raise ValueError("__len__() should return >= 0")
        if not fits_size(i):
            raise OverflowError("cannot fit 'int' into an index-sized integer")
        return i
    if has_methods(n):
        unsupported("a length that is an object")
    raise TypeError(unknown)

def with_len(a: V) -> int:
    n = own_len(a)
    if n is Unbound:
        raise TypeError(unknown)
    return as_length(n)

def with_str(a: V) -> str:
    s = own_str(a)
    if s is Unbound:
        return with_repr(a)
    return as_text(s)

def with_repr(a: V) -> str:
    s = own_repr(a)
    if s is Unbound:
        unsupported("the text of an object")
    return as_text(s)

def as_text(s: V) -> str:
    if s is Str:
        return s.str
    if s is Outside:
        unsupported("a text that comes from outside")
    raise TypeError(unknown)

def with_format(a: V, spec: V) -> str:
    s = own_format(a, spec)
    if s is not Unbound:
        return as_text(s)
    if spec is Str and len(spec.str) == 0:
        return str_of(a)
    raise TypeError(unknown)

def with_hash(a: V) -> V:
    kind = hash_kind(a)
    if kind == 1:
        raise TypeError(unknown)
    if a is Member and kind == 0:
        return a
    if a is Member and kind == 3:
        return hashed(member_value(a))
    unsupported("an object as a key")

# 0: by identity; 1: it has none; 2: its own.
def hash_kind(a: V) -> int:
    ...

def with_getitem(a: V, i: V) -> V:
    r = own_getitem(a, i)
    if r is Unbound:
        raise TypeError(unknown)
    return r

def with_setitem(a: V, i: V, v: V):
    if own_setitem(a, i, v) is Unbound:
        raise TypeError(unknown)

def with_delitem(a: V, i: V):
    if own_delitem(a, i) is Unbound:
        raise TypeError(unknown)

def with_contains(a: V, b: V) -> bool:
    r = own_contains(b, a)
    if r is not Unbound:
        return truth(r)
    return is_among(a, with_iter(b))

def with_iter(a: V) -> V:
    r = own_iter(a)
    if r is Unbound:
        if has_getitem(a):
            unsupported("iteration by __getitem__")
        raise TypeError(unknown)
    if r is Iterator:
        return r
    if r is Object:
        if has_next(r):
            return r
        raise TypeError(unknown)
    if r is Outside or r is Foreign:
        unsupported("an iterator that comes from outside")
    raise TypeError(unknown)

def with_step(a: V) -> V:
    r = own_next(a)
    if r is Unbound:
        raise TypeError(unknown)
    return r

# What `with` begins with; that there is a way out is looked at before.
def enter_object(a: V) -> V:
    if a is Iterator:
        return enter_manager(a)
    if is_closed(a):
        raise TypeError(unknown)
    if a is not Object:
        unsupported("with")
    if not has_enter(a) or not has_exit(a):
        raise TypeError(unknown)
    return own_enter(a)

def with_callable(a: V) -> V:
    return Bool(has_call(a))

def with_raise(a: V) -> V:
    raise TypeError("exceptions must derive from BaseException")

def with_neg(a: V) -> V:
    r = own_neg(a)
    if r is Unbound:
        raise TypeError(unknown)
    return r

def with_pos(a: V) -> V:
    r = own_pos(a)
    if r is Unbound:
        raise TypeError(unknown)
    return r

def with_invert(a: V) -> V:
    r = own_invert(a)
    if r is Unbound:
        raise TypeError(unknown)
    return r

def with_abs(a: V) -> V:
    r = own_abs(a)
    if r is Unbound:
        raise TypeError(unknown)
    return r

# Comparison. Without a method of its own an object is equal to itself, and different from what is not equal.

def ask_eq(a: V, b: V) -> V:
    r = own_eq(a, b)
    if r is Unbound:
        if a == b:
            return Bool(True)
        return Builtin(atom("NotImplemented"))
    return r

def ask_ne(a: V, b: V) -> V:
    r = own_ne(a, b)
    if r is not Unbound:
        return r
    e = ask_eq(a, b)
    if is_no_answer(e):
        return e
    return Bool(not truth(e))

def ask_lt(a: V, b: V) -> V:
    r = own_lt(a, b)
    return or_no_answer(r)

def ask_le(a: V, b: V) -> V:
    r = own_le(a, b)
    return or_no_answer(r)

def ask_gt(a: V, b: V) -> V:
    r = own_gt(a, b)
    return or_no_answer(r)

def ask_ge(a: V, b: V) -> V:
    r = own_ge(a, b)
    return or_no_answer(r)

def no_answer_eq(a: V, b: V) -> V:
    return Bool(a == b)

def no_answer_ne(a: V, b: V) -> V:
    return Bool(a != b)

# What an operator gives that no operand knows.
def no_answer(a: V, b: V) -> V:
    raise TypeError(unknown)

# A sequence is repeated as often as an object says.
def no_answer_mul(a: V, b: V) -> V:
    if (a is Str or a is List or a is Tuple or a is Bytes) and b is Object and has_index(b):
        unsupported("an object as a number")
    if (b is Str or b is List or b is Tuple or b is Bytes) and a is Object and has_index(a):
        unsupported("an object as a number")
    return no_answer(a, b)

def no_answer_iadd(a: V, b: V) -> V:
    if a is List:
        list_extend(a.list, b)
        return a
    return no_answer(a, b)

# The methods of classes.

def own_bool(a: V) -> V:
    ...

def own_len(a: V) -> V:
    ...

def own_str(a: V) -> V:
    ...

def own_repr(a: V) -> V:
    ...

def own_iter(a: V) -> V:
    ...

def own_next(a: V) -> V:
    ...

def own_neg(a: V) -> V:
    ...

def own_pos(a: V) -> V:
    ...

def own_invert(a: V) -> V:
    ...

def own_abs(a: V) -> V:
    ...

def own_format(a: V, b: V) -> V:
    ...

def own_getitem(a: V, b: V) -> V:
    ...

def own_delitem(a: V, b: V) -> V:
    ...

def own_contains(a: V, b: V) -> V:
    ...

def own_eq(a: V, b: V) -> V:
    ...

def own_ne(a: V, b: V) -> V:
    ...

def own_lt(a: V, b: V) -> V:
    ...

def own_le(a: V, b: V) -> V:
    ...

def own_gt(a: V, b: V) -> V:
    ...

def own_ge(a: V, b: V) -> V:
    ...

def own_setitem(a: V, b: V, c: V) -> V:
    ...

def has_getitem(a: V) -> bool:
    ...

def has_next(a: V) -> bool:
    ...

def has_call(a: V) -> bool:
    ...

def has_index(a: V) -> bool:
    ...

def has_len(a: V) -> bool:
    ...

def own_enter(a: V) -> V:
    ...

def own_exit(a: V, b: V, c: V, d: V) -> V:
    ...

def has_enter(a: V) -> bool:
    ...

def has_exit(a: V) -> bool:
    ...
