# Arithmetic. Integers first, then the mixed numbers, then what else has the operator.

def binary_error(sign: str, a: V, b: V) -> V:
    raise TypeError("unsupported operand type(s) for " + sign + ": '" + type_name(a) + "' and '" + type_name(b) + "'")

def to_float(a: V) -> float:
    if a is Float:
        return a.float
    f = float(as_int(a))
    if is_infinite(f):
        raise OverflowError("int too large to convert to float")
    return f

def is_infinite(f: float) -> bool:
    return fabs(f) > 1.7976931348623157e308

def is_finite(f: float) -> bool:
    return fabs(f) <= 1.7976931348623157e308

def add(a: V, b: V) -> V:
    if a is Int and b is Int:
        return Int(a.int + b.int)
    if is_integral(a) and is_integral(b):
        return Int(as_int(a) + as_int(b))
    if a is Str and b is Str:
        return Str(a.str + b.str)
    if is_number(a) and is_number(b):
        return Float(to_float(a) + to_float(b))
    if a is List and b is List:
        return new_list(LISTS[a.list] + LISTS[b.list])
    if a is Tuple and b is Tuple:
        return Tuple(a.items + b.items)
    if has_methods(a) or has_methods(b):
        return object_add(a, b)
    if a is Str:
        raise TypeError("can only concatenate str (not \"" + type_name(b) + "\") to str")
    if a is List:
        raise TypeError("can only concatenate list (not \"" + type_name(b) + "\") to list")
    if a is Tuple:
        raise TypeError("can only concatenate tuple (not \"" + type_name(b) + "\") to tuple")
    return binary_error("+", a, b)

def sub(a: V, b: V) -> V:
    if a is Int and b is Int:
        return Int(a.int - b.int)
    if is_integral(a) and is_integral(b):
        return Int(as_int(a) - as_int(b))
    if is_number(a) and is_number(b):
        return Float(to_float(a) - to_float(b))
    if has_methods(a) or has_methods(b):
        return object_sub(a, b)
    if a is Set and b is Set:
        return set_difference(a, b)
    return binary_error("-", a, b)

def mul(a: V, b: V) -> V:
    if a is Int and b is Int:
        return Int(a.int * b.int)
    if is_integral(a) and is_integral(b):
        return Int(as_int(a) * as_int(b))
    if is_number(a) and is_number(b):
        return Float(to_float(a) * to_float(b))
    if has_methods(a) or has_methods(b):
        return object_mul(a, b)
    if is_integral(b) and (a is Str or a is List or a is Tuple):
        return repeat(a, as_int(b))
    if is_integral(a) and (b is Str or b is List or b is Tuple):
        return repeat(b, as_int(a))
    if a is Str or a is List or a is Tuple:
        raise TypeError("can't multiply sequence by non-int of type '" + type_name(b) + "'")
    if b is Str or b is List or b is Tuple:
        raise TypeError("can't multiply sequence by non-int of type '" + type_name(a) + "'")
    return binary_error("*", a, b)

def check_count(n: int):
    if not fits_size(n):
        raise OverflowError("cannot fit 'int' into an index-sized integer")

def repeat(a: V, n: int) -> V:
    check_count(n)
    if a is Str:
        return Str(repeat_text(a.str, n))
    if a is Tuple:
        return Tuple(repeat_items(a.items, n))
    return new_list(repeat_items(LISTS[a.list], n))

def repeat_text(s: str, n: int) -> str:
    out = ""
    i = 0
    while i < n:
        out = out + s
        i += 1
    return out

def repeat_items(s: seq, n: int) -> seq:
    out = []
    i = 0
    while i < n:
        out = out + s
        i += 1
    return out

def floordiv(a: V, b: V) -> V:
    if a is Int and b is Int:
        if b.int == 0:
            raise ZeroDivisionError("integer division or modulo by zero")
        return Int(a.int // b.int)
    if is_integral(a) and is_integral(b):
        if as_int(b) == 0:
            raise ZeroDivisionError("integer division or modulo by zero")
        return Int(as_int(a) // as_int(b))
    if is_number(a) and is_number(b):
        return float_floordiv(to_float(a), to_float(b))
    if has_methods(a) or has_methods(b):
        return object_floordiv(a, b)
    return binary_error("//", a, b)

def mod(a: V, b: V) -> V:
    if a is Int and b is Int:
        if b.int == 0:
            raise ZeroDivisionError("integer modulo by zero")
        return Int(a.int % b.int)
    if is_integral(a) and is_integral(b):
        if as_int(b) == 0:
            raise ZeroDivisionError("integer modulo by zero")
        return Int(as_int(a) % as_int(b))
    if is_number(a) and is_number(b):
        return float_mod(to_float(a), to_float(b))
    if a is Str:
        unsupported("formatting by %")
    if has_methods(a) or has_methods(b):
        return object_mod(a, b)
    return binary_error("%", a, b)

# The steps of CPython's float_floor_div and float_rem, which round more than once.
def float_floordiv(a: float, b: float) -> V:
    if feq(b, 0.0):
        raise ZeroDivisionError("float floor division by zero")
    rest = a % b
    quotient = (a - rest) / b
    if not feq(rest, 0.0):
        if (b < 0.0) != (rest < 0.0):
            quotient = quotient - 1.0
    if not feq(quotient, 0.0):
        floor = ffloor(quotient)
        if quotient - floor > 0.5:
            floor = floor + 1.0
        return Float(floor)
    return Float(zero_of(a / b))

def float_mod(a: float, b: float) -> V:
    if feq(b, 0.0):
        raise ZeroDivisionError("float modulo")
    rest = a % b
    if not feq(rest, 0.0):
        if (b < 0.0) != (rest < 0.0):
            rest = rest + b
        return Float(rest)
    return Float(zero_of(b))

# Zero with the sign of the operand.
def zero_of(a: float) -> float:
    return a if feq(a, 0.0) else (-0.0 if a < 0.0 else 0.0)

def truediv(a: V, b: V) -> V:
    if is_integral(a) and is_integral(b):
        return int_truediv(as_int(a), as_int(b))
    if is_number(a) and is_number(b):
        x = to_float(a)
        y = to_float(b)
        if feq(y, 0.0):
            raise ZeroDivisionError("float division by zero")
        return Float(x / y)
    if has_methods(a) or has_methods(b):
        return object_truediv(a, b)
    return binary_error("/", a, b)

# The exact quotient rounded once. A zero has the sign of the quotient of the signs.
def int_truediv(a: int, b: int) -> V:
    if b == 0:
        raise ZeroDivisionError("division by zero")
    f = nearest(real(a) / real(b))
    if is_infinite(f):
        raise OverflowError("integer division result too large for a float")
    if feq(f, 0.0):
        return Float(-0.0 if (a < 0) != (b < 0) else 0.0)
    return Float(f)

def pow_(a: V, b: V) -> V:
    if is_integral(a) and is_integral(b):
        if as_int(b) < 0:
            if as_int(a) == 0:
                raise ZeroDivisionError("0.0 cannot be raised to a negative power")
            unsupported("a power of floats")
        return Int(as_int(a) ** as_int(b))
    if is_number(a) and is_number(b):
        unsupported("a power of floats")
    if has_methods(a) or has_methods(b):
        return object_pow(a, b)
    return binary_error("** or pow()", a, b)

def pow_mod(a: V, b: V, c: V) -> V:
    if c is None:
        return pow_(a, b)
    if is_integral(a) and is_integral(b) and is_integral(c):
        if as_int(c) == 0:
            raise ValueError("pow() 3rd argument cannot be 0")
        if as_int(b) < 0:
            unsupported("a modular inverse")
        return Int((as_int(a) ** as_int(b)) % as_int(c))
    unsupported("pow with three arguments that are not all ints")

def lshift(a: V, b: V) -> V:
    if is_integral(a) and is_integral(b):
        if as_int(b) < 0:
            raise ValueError("negative shift count")
        return Int(as_int(a) << as_int(b))
    if has_methods(a) or has_methods(b):
        return object_lshift(a, b)
    return binary_error("<<", a, b)

def rshift(a: V, b: V) -> V:
    if is_integral(a) and is_integral(b):
        if as_int(b) < 0:
            raise ValueError("negative shift count")
        return Int(as_int(a) >> as_int(b))
    if has_methods(a) or has_methods(b):
        return object_rshift(a, b)
    return binary_error(">>", a, b)

def bitand(a: V, b: V) -> V:
    if a is Bool and b is Bool:
        return Bool(a.bool and b.bool)
    if is_integral(a) and is_integral(b):
        return Int(as_int(a) & as_int(b))
    if has_methods(a) or has_methods(b):
        return object_and(a, b)
    if a is Set and b is Set:
        return set_intersection(a, b)
    return binary_error("&", a, b)

def bitor(a: V, b: V) -> V:
    if a is Bool and b is Bool:
        return Bool(a.bool or b.bool)
    if is_integral(a) and is_integral(b):
        return Int(as_int(a) | as_int(b))
    if has_methods(a) or has_methods(b):
        return object_or(a, b)
    if a is Set and b is Set:
        return set_union(a, b)
    if a is Dict and b is Dict:
        unsupported("the union of dicts")
    if (a is Class or a is None) and (b is Class or b is None):
        unsupported("the union of types")
    return binary_error("|", a, b)

def bitxor(a: V, b: V) -> V:
    if a is Bool and b is Bool:
        return Bool(a.bool != b.bool)
    if is_integral(a) and is_integral(b):
        return Int(as_int(a) ^ as_int(b))
    if has_methods(a) or has_methods(b):
        return object_xor(a, b)
    if a is Set and b is Set:
        return set_symmetric(a, b)
    return binary_error("^", a, b)

def matmul(a: V, b: V) -> V:
    if has_methods(a) or has_methods(b):
        return object_matmul(a, b)
    return binary_error("@", a, b)

def object_add(a: V, b: V) -> V:
    ...

def object_sub(a: V, b: V) -> V:
    ...

def object_mul(a: V, b: V) -> V:
    ...

def object_floordiv(a: V, b: V) -> V:
    ...

def object_mod(a: V, b: V) -> V:
    ...

def object_truediv(a: V, b: V) -> V:
    ...

def object_pow(a: V, b: V) -> V:
    ...

def object_lshift(a: V, b: V) -> V:
    ...

def object_rshift(a: V, b: V) -> V:
    ...

def object_and(a: V, b: V) -> V:
    ...

def object_or(a: V, b: V) -> V:
    ...

def object_xor(a: V, b: V) -> V:
    ...

def object_matmul(a: V, b: V) -> V:
    ...

# Augmented assignment: in place for what can change, else the operator; the message has its sign.
def iadd(a: V, b: V) -> V:
    if a is Int and b is Int:
        return Int(a.int + b.int)
    if a is List and b is not Object:
        list_extend(a.list, b)
        return a
    if (is_number(a) and is_number(b)) or a is Str or a is Tuple:
        return add(a, b)
    if has_methods(a) or has_methods(b):
        return object_iadd(a, b)
    return binary_error("+=", a, b)

def isub(a: V, b: V) -> V:
    if is_number(a) and is_number(b):
        return sub(a, b)
    if has_methods(a) or has_methods(b):
        return object_isub(a, b)
    if a is Set and b is Set:
        unsupported("-= on a set")
    return binary_error("-=", a, b)

def imul(a: V, b: V) -> V:
    if a is List and is_integral(b):
        check_count(as_int(b))
        LISTS[a.list] = repeat_items(LISTS[a.list], as_int(b))
        return a
    if has_methods(a) or has_methods(b):
        return object_imul(a, b)
    if (is_number(a) and is_number(b)) or a is Str or a is Tuple or b is Str or b is Tuple or b is List or a is List:
        return mul(a, b)
    return binary_error("*=", a, b)

def ifloordiv(a: V, b: V) -> V:
    if is_number(a) and is_number(b):
        return floordiv(a, b)
    if has_methods(a) or has_methods(b):
        return object_ifloordiv(a, b)
    return binary_error("//=", a, b)

def imod(a: V, b: V) -> V:
    if is_number(a) and is_number(b):
        return mod(a, b)
    if a is Str:
        unsupported("formatting by %")
    if has_methods(a) or has_methods(b):
        return object_imod(a, b)
    return binary_error("%=", a, b)

def itruediv(a: V, b: V) -> V:
    if is_number(a) and is_number(b):
        return truediv(a, b)
    if has_methods(a) or has_methods(b):
        return object_itruediv(a, b)
    return binary_error("/=", a, b)

def ipow(a: V, b: V) -> V:
    if is_number(a) and is_number(b):
        return pow_(a, b)
    if has_methods(a) or has_methods(b):
        return object_ipow(a, b)
    return binary_error("**=", a, b)

def ilshift(a: V, b: V) -> V:
    if is_integral(a) and is_integral(b):
        return lshift(a, b)
    if has_methods(a) or has_methods(b):
        return object_ilshift(a, b)
    return binary_error("<<=", a, b)

def irshift(a: V, b: V) -> V:
    if is_integral(a) and is_integral(b):
        return rshift(a, b)
    if has_methods(a) or has_methods(b):
        return object_irshift(a, b)
    return binary_error(">>=", a, b)

def ibitand(a: V, b: V) -> V:
    if is_integral(a) and is_integral(b):
        return bitand(a, b)
    if has_methods(a) or has_methods(b):
        return object_iand(a, b)
    if a is Set:
        unsupported("&= on a set")
    return binary_error("&=", a, b)

def ibitor(a: V, b: V) -> V:
    if is_integral(a) and is_integral(b):
        return bitor(a, b)
    if has_methods(a) or has_methods(b):
        return object_ior(a, b)
    if a is Set or a is Dict or a is Class or a is None:
        unsupported("|= on this type")
    return binary_error("|=", a, b)

def ibitxor(a: V, b: V) -> V:
    if is_integral(a) and is_integral(b):
        return bitxor(a, b)
    if has_methods(a) or has_methods(b):
        return object_ixor(a, b)
    if a is Set:
        unsupported("^= on a set")
    return binary_error("^=", a, b)

def imatmul(a: V, b: V) -> V:
    if has_methods(a) or has_methods(b):
        return object_imatmul(a, b)
    return binary_error("@=", a, b)

def object_iadd(a: V, b: V) -> V:
    ...

def object_isub(a: V, b: V) -> V:
    ...

def object_imul(a: V, b: V) -> V:
    ...

def object_ifloordiv(a: V, b: V) -> V:
    ...

def object_imod(a: V, b: V) -> V:
    ...

def object_itruediv(a: V, b: V) -> V:
    ...

def object_ipow(a: V, b: V) -> V:
    ...

def object_ilshift(a: V, b: V) -> V:
    ...

def object_irshift(a: V, b: V) -> V:
    ...

def object_iand(a: V, b: V) -> V:
    ...

def object_ior(a: V, b: V) -> V:
    ...

def object_ixor(a: V, b: V) -> V:
    ...

def object_imatmul(a: V, b: V) -> V:
    ...

def neg(a: V) -> V:
    if a is Int:
        return Int(-a.int)
    if a is Bool:
        return Int(-as_int(a))
    if a is Float:
        return Float(-a.float)
    if has_methods(a):
        return object_neg(a)
    raise TypeError("bad operand type for unary -: '" + type_name(a) + "'")

def pos(a: V) -> V:
    if is_integral(a):
        return Int(as_int(a))
    if a is Float:
        return a
    if has_methods(a):
        return object_pos(a)
    raise TypeError("bad operand type for unary +: '" + type_name(a) + "'")

def invert(a: V) -> V:
    if is_integral(a):
        return Int(-as_int(a) - 1)
    if has_methods(a):
        return object_invert(a)
    raise TypeError("bad operand type for unary ~: '" + type_name(a) + "'")

def object_neg(a: V) -> V:
    ...

def object_pos(a: V) -> V:
    ...

def object_invert(a: V) -> V:
    ...

def abs_(a: V) -> V:
    if is_integral(a):
        return Int(-as_int(a) if as_int(a) < 0 else as_int(a))
    if a is Float:
        return Float(fabs(a.float))
    if has_methods(a):
        return object_abs(a)
    raise TypeError("bad operand type for abs(): '" + type_name(a) + "'")

def object_abs(a: V) -> V:
    ...

def divmod_(a: V, b: V) -> V:
    if is_integral(a) and is_integral(b):
        if as_int(b) == 0:
            raise ZeroDivisionError("integer division or modulo by zero")
        return Tuple([Int(as_int(a) // as_int(b)), Int(as_int(a) % as_int(b))])
    if is_number(a) and is_number(b):
        x = to_float(a)
        y = to_float(b)
        if feq(y, 0.0):
            raise ZeroDivisionError("float divmod()")
        return Tuple([float_floordiv(x, y), float_mod(x, y)])
    if has_methods(a) or has_methods(b):
        unsupported("divmod of an object")
    return binary_error("divmod()", a, b)

# int(a)
def int_of(a: V) -> V:
    if is_integral(a):
        return Int(as_int(a))
    if a is Float:
        if is_nan(a.float):
            raise ValueError("cannot convert float NaN to integer")
        if is_infinite(a.float):
            raise OverflowError("cannot convert float infinity to integer")
        return Int(trunc(a.float))
    if a is Str:
        return Int(parse_int(a.str))
    if has_methods(a):
        return object_int(a)
    raise TypeError("int() argument must be a string, a bytes-like object or a real number, not '" + type_name(a) + "'")

def object_int(a: V) -> V:
    ...

def is_space(c: int) -> bool:
    return c == 32 or (c >= 9 and c <= 13) or (c >= 28 and c <= 31)

# The blanks that int() takes around ASCII digits.
def is_blank(c: int) -> bool:
    return c == 32 or (c >= 9 and c <= 13)

# Text beyond ASCII may hold other digits, and then other blanks count.
def check_ascii_number(s: str):
    i = 0
    while i < len(s):
        if s[i] > 127:
            unsupported("a number in text beyond ASCII")
        i += 1

def is_digit(c: int) -> bool:
    return c >= 48 and c <= 57

def bad_literal(s: str):
    i = 0
    while i < len(s):
        if s[i] < 32 or s[i] > 126:
            raise ValueError(unknown)
        i += 1
    raise ValueError("invalid literal for int() with base 10: " + repr_text(s))

# Decimal digits of ASCII, one underscore between digits, a sign, blanks around.
def parse_int(s: str) -> int:
    i = 0
    end = len(s)
    while i < end and is_blank(s[i]):
        i += 1
    while i < end and is_blank(s[end - 1]):
        end = end - 1
    negative = False
    if i < end and (s[i] == 43 or s[i] == 45):
        negative = s[i] == 45
        i += 1
    if i >= end:
        bad_literal(s)
    number = 0
    digits = 0
    after_digit = False
    while i < end:
        c = s[i]
        if is_digit(c):
            number = number * 10 + (c - 48)
            digits += 1
            after_digit = True
        elif c == 95 and after_digit and i + 1 < end:
            after_digit = False
        elif c > 127:
            unsupported("a number in other digits than ASCII's")
        else:
            if is_space(c):
                check_ascii_number(s)
            bad_literal(s)
        i += 1
    if not after_digit:
        bad_literal(s)
    if digits > 4300:
        raise ValueError(unknown)
    return -number if negative else number

# float(a)
def float_of(a: V) -> V:
    if is_number(a):
        return Float(to_float(a))
    if a is Str:
        unsupported("a float from text")
    if has_methods(a):
        unsupported("a float from an object")
    raise TypeError("float() argument must be a string or a real number, not '" + type_name(a) + "'")

# round(a)
def round_(a: V) -> V:
    if is_integral(a):
        return Int(as_int(a))
    if a is Float:
        if is_nan(a.float):
            raise ValueError("cannot convert float NaN to integer")
        if is_infinite(a.float):
            raise OverflowError("cannot convert float infinity to integer")
        return Int(trunc(fround(a.float)))
    if has_methods(a):
        unsupported("round of an object")
    raise TypeError("type " + type_name(a) + " doesn't define __round__ method")

# An argument that must be an int, for a function of that name.
def index_of(a: V) -> int:
    if a is Int:
        return a.int
    if a is Bool:
        return as_int(a)
    if has_methods(a):
        unsupported("__index__")
    raise TypeError("'" + type_name(a) + "' object cannot be interpreted as an integer")
