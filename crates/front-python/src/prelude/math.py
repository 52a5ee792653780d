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

def gcd_of(a: V, b: V) -> int:
    x = index_of(a)
    y = index_of(b)
    x = x if x >= 0 else 0 - x
    y = y if y >= 0 else 0 - y
    while y != 0:
        z = x % y
        x = y
        y = z
    return x
