# Numbers from text, as int() and float() read them.

def is_space(c: int) -> bool:
    return c == 32 or (c >= 9 and c <= 13) or (c >= 28 and c <= 31) or (c > 127 and is_wide_space(c))

def is_wide_space(c: int) -> bool:
    return c == 133 or c == 160 or c == 5760 or (c >= 8192 and c <= 8202) or c == 8232 or c == 8233 or c == 8239 or c == 8287 or c == 12288

# The blanks around a number.
def is_blank(c: int) -> bool:
    return c == 32 or (c >= 9 and c <= 13)

def is_digit(c: int) -> bool:
    return c >= 48 and c <= 57

# With digits of other scripts as those of ASCII.
def ascii_digits(s: str) -> str:
    i = 0
    while i < len(s):
        if s[i] > 127:
            return digits(s)
        i += 1
    return s

def bad_literal(s: str, base: int):
    raise ValueError("invalid literal for int() with base " + text(base) + ": " + repr_text(s))

# The value of a digit in bases up to 36, or 36.
def digit_value(c: int) -> int:
    return c - 48 if c >= 48 and c <= 57 else (c - 55 if c >= 65 and c <= 90 else (c - 87 if c >= 97 and c <= 122 else 36))

# The base that a prefix says, or 0.
def prefix_base(c: int) -> int:
    return 16 if c == 120 or c == 88 else (8 if c == 111 or c == 79 else (2 if c == 98 or c == 66 else 0))

# Digits with one underscore between them, a sign, a prefix, blanks around. The base 0 goes by the prefix.
def parse_int(whole: str, base: int) -> int:
    s = ascii_digits(whole)
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
    by = base
    must_be_zero = False
    if base != 10:
        prefix = prefix_base(s[i + 1]) if i + 1 < end and s[i] == 48 else 0
        if base == 0:
            by = 10 if prefix == 0 else prefix
            must_be_zero = prefix == 0 and i < end and s[i] == 48
        if prefix != 0 and prefix == by:
            i = i + 2
            if i < end and s[i] == 95:
                i += 1
    if i >= end:
        bad_literal(whole, base)
    number = 0
    count = 0
    after_digit = False
    while i < end:
        c = s[i]
        if digit_value(c) < by:
            number = number * by + digit_value(c)
            count += 1
            after_digit = True
        elif c == 95 and after_digit and i + 1 < end:
            after_digit = False
        else:
            bad_literal(whole, base)
        i += 1
    if not after_digit or (must_be_zero and number != 0):
        bad_literal(whole, base)
    if count > 4300 and by != 2 and by != 4 and by != 8 and by != 16 and by != 32:
        raise ValueError(unknown)
    return -number if negative else number

# int(a, base)
def int_based(a: V, base: V) -> V:
    n = index_of(base)
    if (n != 0 and n < 2) or n > 36:
        raise ValueError("int() base must be >= 2 and <= 36, or 0")
    if a is Str:
        return Int(parse_int(a.str, n))
    if a is Bytes:
        return Int(parse_int(a.bytes, n))
    raise TypeError("int() can't convert non-string with explicit base")

def bad_float(s: str):
    raise ValueError("could not convert string to float: " + repr_text(s))

# The text without its underscores, each of which stands between digits.
def without_underscores(s: str, whole: str) -> str:
    out = ""
    i = 0
    while i < len(s):
        if s[i] == 95:
            if i == 0 or i + 1 >= len(s) or not is_digit(s[i - 1]) or not is_digit(s[i + 1]):
                bad_float(whole)
        else:
            out = out + [s[i]]
        i += 1
    return out

def parse_float(whole: str) -> float:
    s = ascii_digits(whole)
    i = 0
    end = len(s)
    while i < end and is_blank(s[i]):
        i += 1
    while i < end and is_blank(s[end - 1]):
        end = end - 1
    s = without_underscores(s[i:end], whole)
    negative = False
    if len(s) > 0:
        if s[0] == 43 or s[0] == 45:
            negative = s[0] == 45
            s = s[1:]
    f = parse_size(s, whole)
    return -f if negative else f

# The number without a sign.
def parse_size(s: str, whole: str) -> float:
    word = text_lower(s)
    if word == "inf" or word == "infinity":
        return 1.7976931348623157e308 * 10.0
    if word == "nan":
        return nan()
    number = 0
    count = 0
    exponent = 0
    i = 0
    while i < len(s) and is_digit(s[i]):
        number = number * 10 + (s[i] - 48)
        count += 1
        i += 1
    if i < len(s) and s[i] == 46:
        i += 1
        while i < len(s) and is_digit(s[i]):
            number = number * 10 + (s[i] - 48)
            count += 1
            exponent = exponent - 1
            i += 1
    if count == 0:
        bad_float(whole)
    if i < len(s) and (s[i] == 101 or s[i] == 69):
        exponent = exponent + parse_exponent(s[i + 1:], whole)
        i = len(s)
    if i < len(s):
        bad_float(whole)
    return decimal_float(number, exponent, count)

def parse_exponent(s: str, whole: str) -> int:
    i = 0
    negative = False
    if len(s) > 0:
        if s[0] == 43 or s[0] == 45:
            negative = s[0] == 45
            i = 1
    if i >= len(s):
        bad_float(whole)
    n = 0
    while i < len(s):
        if not is_digit(s[i]):
            bad_float(whole)
        n = n * 10 + (s[i] - 48)
        i += 1
    return -n if negative else n

# The number times ten to that power, rounded once. Powers beyond all floats are not computed.
def decimal_float(number: int, exponent: int, count: int) -> float:
    if number == 0 or exponent + count < -400:
        return 0.0
    if exponent > 400:
        return 1.7976931348623157e308 * 10.0
    if exponent >= 0:
        return nearest(real(number * 10 ** exponent))
    return nearest(real(number) / real(10 ** -exponent))
