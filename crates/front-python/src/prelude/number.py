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
    if a is Bytes and b is Bytes:
        return Bytes(a.bytes + b.bytes)
    if a is Bytes:
        raise TypeError("can't concat " + type_name(b) + " to bytes")
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
    if set_operands(a, b):
        return set_difference(viewed_set(a), viewed_set(b))
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
    if is_integral(b) and (a is Str or a is List or a is Tuple or a is Bytes):
        return repeat(a, as_int(b))
    if is_integral(a) and (b is Str or b is List or b is Tuple or b is Bytes):
        return repeat(b, as_int(a))
    if a is Str or a is List or a is Tuple or a is Bytes:
        raise TypeError("can't multiply sequence by non-int of type '" + type_name(b) + "'")
    if b is Str or b is List or b is Tuple or b is Bytes:
        raise TypeError("can't multiply sequence by non-int of type '" + type_name(a) + "'")
    return binary_error("*", a, b)

def check_count(n: int):
    if not fits_size(n):
        raise OverflowError("cannot fit 'int' into an index-sized integer")

def repeat(a: V, n: int) -> V:
    check_count(n)
    if a is Str:
        return Str(repeat_text(a.str, n))
    if a is Bytes:
        return Bytes(repeat_text(a.bytes, n))
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
    if a is Str and b is not Outside:
        return Str(text_mod(a.str, b))
    if a is Bytes:
        unsupported("formatting of bytes by %")
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
    p = a if a >= 0 else 0 - a
    q = b if b >= 0 else 0 - b
    # From halfway between the greatest float and the next power of two: told by whole numbers, which solvers know well.
    if p >= q * 179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792:
        raise OverflowError("integer division result too large for a float")
    # Up to half of the least float.
    if p * 404804506614621236704990693437834614099113299528284236713802716054860679135990693783920767402874248990374155728633623822779617474771586953734026799881477019843034848553132722728933815484186432682479535356945490137124014966849385397236206711298319112681620113024717539104666829230461005064372655017292012526615415482186989568 <= q:
        return Float(-0.0 if (a < 0) != (b < 0) else 0.0)
    return Float(nearest(real(a) / real(b)))

def pow_(a: V, b: V) -> V:
    if is_integral(a) and is_integral(b):
        if as_int(b) < 0:
            if as_int(a) == 0:
                raise ZeroDivisionError("0.0 cannot be raised to a negative power")
            return float_pow(to_float(a), to_float(b))
        return Int(as_int(a) ** as_int(b))
    if is_number(a) and is_number(b):
        return float_pow(to_float(a), to_float(b))
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
            inverse = inverse_mod(as_int(a), as_int(c))
            return Int(power_mod(inverse, -as_int(b), as_int(c)))
        return Int(power_mod(as_int(a), as_int(b), as_int(c)))
    if has_methods(a) or has_methods(b) or has_methods(c):
        unsupported("pow with three arguments that are not all ints")
    raise TypeError(unknown)

# By squaring, so that no number gets larger than the modulus squared.
def power_mod(a: int, b: int, c: int) -> int:
    out = 1 % c
    by = a % c
    while b > 0:
        if b % 2 == 1:
            out = out * by % c
        by = by * by % c
        b = b // 2
    return out

def inverse_mod(a: int, n: int) -> int:
    m = n if n > 0 else -n
    x = a % m
    y = m
    u = 1
    v = 0
    while y != 0:
        q = x // y
        z = x - q * y
        x = y
        y = z
        w = u - q * v
        u = v
        v = w
    if x != 1:
        raise ValueError("base is not invertible for the given modulus")
    return u % n

# The cases that are fixed, then the C library's.
def float_pow(a: float, b: float) -> V:
    if feq(b, 0.0) or feq(a, 1.0):
        return Float(1.0)
    if is_nan(a) or is_nan(b):
        return Float(nan())
    if is_infinite(b):
        if feq(fabs(a), 1.0):
            return Float(1.0)
        return Float(fabs(b) if (b > 0.0) == (fabs(a) > 1.0) else 0.0)
    is_odd = feq(fabs(b % 2.0), 1.0)
    if is_infinite(a):
        if b > 0.0:
            return Float(a if is_odd else fabs(a))
        return Float((-0.0 if a < 0.0 else 0.0) if is_odd else 0.0)
    if feq(a, 0.0):
        if b < 0.0:
            raise ZeroDivisionError("0.0 cannot be raised to a negative power")
        return Float(a if is_odd else 0.0)
    if a < 0.0 and not feq(b, ffloor(b)):
        unsupported("a complex number")
    if feq(a, -1.0):
        return Float(-1.0 if is_odd else 1.0)
    out = fpow(fabs(a), b)
    if is_infinite(out):
        raise OverflowError("(34, 'Numerical result out of range')")
    return Float(-out if a < 0.0 and is_odd else out)

def nan() -> float:
    return 1.7976931348623157e308 * 10.0 * 0.0

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
    if set_operands(a, b):
        return set_intersection(viewed_set(a), viewed_set(b))
    return binary_error("&", a, b)

def bitor(a: V, b: V) -> V:
    if a is Bool and b is Bool:
        return Bool(a.bool or b.bool)
    if is_integral(a) and is_integral(b):
        return Int(as_int(a) | as_int(b))
    if has_methods(a) or has_methods(b):
        return object_or(a, b)
    if set_operands(a, b):
        return set_union(viewed_set(a), viewed_set(b))
    if a is Dict and b is Dict:
        return dict_union(a, b)
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
    if set_operands(a, b):
        return set_symmetric(viewed_set(a), viewed_set(b))
    return binary_error("^", a, b)

def matmul(a: V, b: V) -> V:
    if has_methods(a) or has_methods(b):
        return object_matmul(a, b)
    return binary_error("@", a, b)

# text % values
def text_mod(a: str, b: V) -> str:
    ...

# A set, or what a view or another operand of one holds as a set.
def viewed_set(a: V) -> V:
    ...

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
    if (is_number(a) and is_number(b)) or a is Str or a is Tuple or a is Bytes:
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
        set_become(a.set, set_difference(a, b))
        return a
    if set_operands(a, b):
        return sub(a, b)
    return binary_error("-=", a, b)

def imul(a: V, b: V) -> V:
    if a is List and is_integral(b):
        check_count(as_int(b))
        LISTS[a.list] = repeat_items(LISTS[a.list], as_int(b))
        return a
    if has_methods(a) or has_methods(b):
        return object_imul(a, b)
    if (is_number(a) and is_number(b)) or a is Str or a is Tuple or a is Bytes or b is Str or b is Tuple or b is Bytes or b is List or a is List:
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
    if a is Str and b is not Outside:
        return Str(text_mod(a.str, b))
    if a is Bytes:
        unsupported("formatting of bytes by %")
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
    if a is Set and b is Set:
        set_become(a.set, set_intersection(a, b))
        return a
    if set_operands(a, b):
        return bitand(a, b)
    return binary_error("&=", a, b)

def ibitor(a: V, b: V) -> V:
    if is_integral(a) and is_integral(b):
        return bitor(a, b)
    if has_methods(a) or has_methods(b):
        return object_ior(a, b)
    if a is Set and b is Set:
        set_become(a.set, set_union(a, b))
        return a
    if a is Dict:
        if is_iterable(b):
            dict_update(a.dict, b)
            return a
        raise TypeError("'" + type_name(b) + "' object is not iterable")
    if a is Class or a is None:
        unsupported("the union of types")
    if set_operands(a, b):
        return bitor(a, b)
    return binary_error("|=", a, b)

def ibitxor(a: V, b: V) -> V:
    if is_integral(a) and is_integral(b):
        return bitxor(a, b)
    if has_methods(a) or has_methods(b):
        return object_ixor(a, b)
    if a is Set and b is Set:
        set_become(a.set, set_symmetric(a, b))
        return a
    if set_operands(a, b):
        return bitxor(a, b)
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
        return Int(parse_int(a.str, 10))
    if a is Bytes:
        return Int(parse_int(a.bytes, 10))
    if has_methods(a):
        return object_int(a)
    raise TypeError("int() argument must be a string, a bytes-like object or a real number, not '" + type_name(a) + "'")

def object_int(a: V) -> V:
    ...

# float(a)
def float_of(a: V) -> V:
    if is_number(a):
        return Float(to_float(a))
    if a is Str:
        return Float(parse_float(a.str))
    if a is Bytes:
        return Float(parse_float(a.bytes))
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

# round(a, digits); None as digits is as if there were none.
def round_to(a: V, digits: V) -> V:
    if digits is None:
        return round_(a)
    if is_integral(a):
        n = index_of(digits)
        if n >= 0:
            return Int(as_int(a))
        by = 10 ** -n
        rest = as_int(a) % by
        down = as_int(a) - rest
        is_up = rest * 2 > by or (rest * 2 == by and down // by % 2 == 1)
        return Int(down + by if is_up else down)
    if a is Float:
        n = index_of(digits)
        if not is_finite(a.float) or n > 323:
            return a
        if n < -308:
            return Float(zero_of(a.float) if feq(a.float, 0.0) else (-0.0 if a.float < 0.0 else 0.0))
        return Float(round_float(a.float, n))
    if has_methods(a):
        unsupported("round of an object")
    raise TypeError("type " + type_name(a) + " doesn't define __round__ method")

# The nearest decimal with so many digits after the point, ties to even, as a float.
def round_float(f: float, n: int) -> float:
    size = real(fabs(f))
    if n >= 0:
        whole = nearest_whole(real_mul(size, real(10 ** n)))
        out = nearest(real(whole) / real(10 ** n))
    else:
        whole = nearest_whole(size / real(10 ** -n))
        out = nearest(real(whole * 10 ** -n))
    if is_infinite(out):
        raise OverflowError("rounded value too large to represent")
    return -out if f < 0.0 or f == -0.0 else out

def nearest_whole(r: real) -> int:
    low = floor(r)
    rest = r - real(low)
    half = real(1) / real(2)
    return low + 1 if half < rest or (rest == half and low % 2 == 1) else low

# An argument that must be an int, for a function of that name.
def index_of(a: V) -> int:
    if a is Int:
        return a.int
    if a is Bool:
        return as_int(a)
    if has_methods(a):
        unsupported("__index__")
    raise TypeError("'" + type_name(a) + "' object cannot be interpreted as an integer")

# Of whole numbers: the remainder by 2 ** 61 - 1, with the sign of the number; -1 stands for an error.
def hash_of(a: V) -> int:
    if a is List or a is Dict or a is Set:
        raise TypeError("unhashable type: '" + type_name(a) + "'")
    if not is_integral(a):
        unsupported("a call of hash")
    n = as_int(a)
    if n >= 0:
        return n % 2305843009213693951
    rest = 0 - (0 - n) % 2305843009213693951
    return -2 if rest == -1 else rest
