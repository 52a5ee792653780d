# The functions of the module math that are exact.

def real_of(a: V) -> float:
    if is_number(a):
        return to_float(a)
    if has_methods(a):
        unsupported("a float from an object")
    raise TypeError("must be real number, not " + type_name(a))

def floor_of(a: V) -> V:
    if is_integral(a):
        return Int(as_int(a))
    return Int(whole(ffloor(real_of(a))))

def ceil_of(a: V) -> V:
    if is_integral(a):
        return Int(as_int(a))
    return Int(0 - whole(ffloor(0.0 - real_of(a))))

def whole(f: float) -> int:
    if is_nan(f):
        raise ValueError("cannot convert float NaN to integer")
    if is_infinite(f):
        raise OverflowError("cannot convert float infinity to integer")
    return trunc(f)

def sqrt_of(a: V) -> V:
    f = real_of(a)
    if f < 0.0:
        raise ValueError("math domain error")
    return Float(fsqrt(f))

def fabs_of(a: V) -> V:
    return Float(fabs(real_of(a)))

# Of any number of ints.
def gcd_of(items: seq) -> int:
    out = 0
    i = 0
    while i < len(items):
        out = gcd(out, index_of(items[i]))
        i += 1
    return out

def gcd(x: int, y: int) -> int:
    x = x if x >= 0 else 0 - x
    y = y if y >= 0 else 0 - y
    while y != 0:
        z = x % y
        x = y
        y = z
    return x

def lcm_of(items: seq) -> int:
    out = 1
    i = 0
    while i < len(items):
        n = index_of(items[i])
        if out != 0:
            out = 0 if n == 0 else out // gcd(out, n) * n
        i += 1
    return out if out >= 0 else 0 - out

def trunc_of(a: V) -> V:
    if is_integral(a):
        return Int(as_int(a))
    if a is Float:
        return Int(whole(a.float))
    if has_methods(a):
        unsupported("__trunc__")
    raise TypeError("type " + type_name(a) + " doesn't define __trunc__ method")

def isnan_of(a: V) -> bool:
    return is_nan(real_of(a))

def isinf_of(a: V) -> bool:
    return is_infinite(real_of(a))

def isfinite_of(a: V) -> bool:
    return is_finite(real_of(a))

# The largest whose square is not larger, by Newton's steps from above.
def isqrt_of(a: V) -> int:
    n = index_of(a)
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    if n == 0:
        return 0
    x = 1
    while x * x <= n:
        x = x * 2
    while x * x > n:
        x = (x + n // x) // 2
    return x

def factorial_of(a: V) -> int:
    n = index_of(a)
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    if n > 9223372036854775807:
        raise OverflowError("factorial() argument should not exceed 9223372036854775807")
    return falling(n, n)

# n * (n - 1) * … of k factors.
def falling(n: int, k: int) -> int:
    out = 1
    i = 0
    while i < k:
        out = out * (n - i)
        i += 1
    return out

def perm_of(a: V, b: V) -> int:
    n = index_of(a)
    k = n if b is None else index_of(b)
    if n < 0 or k < 0:
        raise ValueError("n and k must be non-negative integers")
    return 0 if k > n else falling(n, k)

def comb_of(a: V, b: V) -> int:
    n = index_of(a)
    k = index_of(b)
    if n < 0 or k < 0:
        raise ValueError("n and k must be non-negative integers")
    if k > n:
        return 0
    k = k if k <= n - k else n - k
    return falling(n, k) // falling(k, k)

def prod_of(a: V) -> V:
    source = summed_source(a)
    total = Int(1)
    i = 0
    while True:
        more, item = iter_next(source, i)
        if not more:
            return total
        total = mul(total, item)
        i += 1
    return total

def copysign_of(a: V, b: V) -> V:
    x = fabs(real_of(a))
    y = real_of(b)
    if is_nan(y):
        unsupported("the sign of nan")
    return Float(-x if y < 0.0 or y == -0.0 else x)

def fmod_of(a: V, b: V) -> V:
    x = real_of(a)
    y = real_of(b)
    if is_infinite(y) and is_finite(x):
        return Float(x)
    if (is_infinite(x) and not is_nan(y)) or (feq(y, 0.0) and not is_nan(x)):
        raise ValueError("math domain error")
    return Float(x % y)

def isclose_of(a: V, b: V) -> bool:
    x = real_of(a)
    y = real_of(b)
    if feq(x, y):
        return True
    if is_infinite(x) or is_infinite(y):
        return False
    by = fabs(y - x)
    return by <= fabs(1e-09 * y) or by <= fabs(1e-09 * x) or by <= 0.0

def degrees_of(a: V) -> V:
    return Float(real_of(a) * (180.0 / 3.141592653589793))

def radians_of(a: V) -> V:
    return Float(real_of(a) * (3.141592653589793 / 180.0))

# How many bits the number takes without its sign.
def int_bit_length(a: V) -> int:
    n = as_int(a)
    n = -n if n < 0 else n
    return 0 if n == 0 else len(binary(n))

def int_bit_count(a: V) -> int:
    n = as_int(a)
    s = binary(-n if n < 0 else n)
    count = 0
    i = 0
    while i < len(s):
        count = count + s[i] - 48
        i += 1
    return count

def float_is_integer(a: V) -> bool:
    return is_finite(a.float) and feq(a.float, ffloor(a.float))
