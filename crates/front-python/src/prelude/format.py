# format(a, spec) of numbers and texts, and what % makes of them.

# What an f-string makes of it.
def format_of(a: V) -> str:
    if has_methods(a):
        return object_format(a, Str(""))
    return str_of(a)

def object_format(a: V, spec: V) -> str:
    ...

def format_with(a: V, spec: V) -> str:
    if has_methods(a) or spec is Outside:
        return object_format(a, spec)
    if spec is not Str:
        raise TypeError("format() argument 2 must be str, not " + type_name(spec))
    s = spec.str
    if len(s) == 0:
        return str_of(a)
    if a is Int or a is Bool:
        return format_int(as_int(a), s)
    if a is Float:
        return format_float(a.float, s)
    if a is Str:
        return format_text(a.str, s)
    if a is Exception or a is Class or a is Function or a is Closure or a is Iterator or a is Module or a is Builtin or a is Method or a is Foreign or a is Pattern or a is Match:
        unsupported("a format of this type")
    raise TypeError("unsupported format string passed to " + type_name(a) + ".__format__")

def is_align(c: int) -> bool:
    return c == 60 or c == 62 or c == 61 or c == 94

# Fill, alignment (0: none said), sign (0), `z` and `#`, width (-1), separator (0), precision (-1), type (0).
def parse_spec(s: str, is_text: bool) -> (int, int, int, bool, bool, int, int, int, int):
    fill = 32
    has_fill = False
    align = 0
    i = 0
    if len(s) > 1 and is_align(s[1]):
        fill = s[0]
        align = s[1]
        has_fill = True
        i = 2
    elif len(s) > 0 and is_align(s[0]):
        align = s[0]
        i = 1
    sign = 0
    if i < len(s) and (s[i] == 43 or s[i] == 45 or s[i] == 32):
        sign = s[i]
        i += 1
    no_negative_zero = i < len(s) and s[i] == 122
    i = i + 1 if no_negative_zero else i
    alternate = i < len(s) and s[i] == 35
    i = i + 1 if alternate else i
    if not has_fill and i < len(s) and s[i] == 48:
        fill = 48
        align = 61 if align == 0 and not is_text else align
        i += 1
    width, i = spec_number(s, i)
    separator = 0
    if i < len(s) and s[i] == 44:
        separator = 44
        i += 1
    if i < len(s) and s[i] == 95:
        if separator != 0:
            raise ValueError("Cannot specify both ',' and '_'.")
        separator = 95
        i += 1
    if i < len(s) and s[i] == 44 and separator == 95:
        raise ValueError("Cannot specify both ',' and '_'.")
    precision = -1
    if i < len(s) and s[i] == 46:
        precision, i = spec_number(s, i + 1)
        if precision < 0:
            raise ValueError("Format specifier missing precision")
    if len(s) - i > 1:
        raise ValueError(unknown)
    type = s[i] if i < len(s) else 0
    if separator != 0:
        is_decimal = (type == 0 and not is_text) or type == 100 or type == 37 or is_float_type(type)
        is_binary = type == 98 or type == 111 or type == 120 or type == 88
        if not is_decimal and not (is_binary and separator == 95):
            raise ValueError(unknown)
    return fill, align, sign, no_negative_zero, alternate, width, separator, precision, type

# e, f, g and their capitals.
def is_float_type(c: int) -> bool:
    return (c >= 101 and c <= 103) or (c >= 69 and c <= 71)

# The number that stands there, or -1; and where it ends.
def spec_number(s: str, i: int) -> (int, int):
    n = 0
    from_ = i
    while i < len(s):
        if s[i] > 127:
            unsupported("a format with characters beyond ASCII")
        if not is_digit(s[i]):
            break
        n = n * 10 + (s[i] - 48)
        i += 1
    if n > 9223372036854775807:
        raise ValueError("Too many decimal digits in format string")
    return (n if i > from_ else -1), i

# Filled up to the width.
def aligned(head: str, body: str, width: int, fill: int, align: int) -> str:
    more = width - len(head) - len(body)
    if more <= 0:
        return head + body
    if align == 60:
        return head + body + padding(more, fill)
    if align == 94:
        return padding(more // 2, fill) + head + body + padding(more - more // 2, fill)
    if align == 61:
        return head + padding(more, fill) + body
    return padding(more, fill) + head + body

def format_text(a: str, s: str) -> str:
    fill, align, sign, no_negative_zero, alternate, width, separator, precision, type = parse_spec(s, True)
    if (type != 0 and type != 115) or sign != 0 or no_negative_zero or alternate or align == 61:
        raise ValueError(unknown)
    body = a[:precision] if precision >= 0 else a
    return aligned("", body, width, fill, 60 if align == 0 else align)

def sign_text(negative: bool, sign: int) -> str:
    return "-" if negative else ("+" if sign == 43 else (" " if sign == 32 else ""))

# Digits with separators between groups, with zeros in front up to the width.
def grouped(digits: str, separator: int, size: int, width: int) -> str:
    if separator == 0:
        return padding(width - len(digits), 48) + digits
    out = ""
    left = len(digits)
    is_first = True
    # After a separator there is at least one digit.
    while True:
        most = left if left > width else width
        n = size if most > size else (most if most > 1 else 1)
        used = left if left < n else n
        group = padding(n - used, 48) + digits[left - used:left]
        out = group if is_first else group + [separator] + out
        left = left - used
        width = width - n
        if left <= 0 and width <= 0:
            return out
        width = width - 1
        is_first = False
    return out

def format_int(n: int, s: str) -> str:
    fill, align, sign, no_negative_zero, alternate, width, separator, precision, type = parse_spec(s, False)
    if is_float_type(type) or type == 37:
        return number_text(to_float(Int(n)), fill, align, sign, no_negative_zero, alternate, width, separator, precision, type)
    if type == 110:
        unsupported("a format by the locale")
    if precision >= 0 or no_negative_zero:
        raise ValueError(unknown)
    side = 62 if align == 0 else align
    if type == 99:
        if sign != 0 or alternate:
            raise ValueError(unknown)
        if n < 0 or n > 1114111:
            raise OverflowError("%c arg not in range(0x110000)")
        return aligned("", [n], width, fill, side)
    if type != 0 and type != 100 and type != 98 and type != 111 and type != 120 and type != 88:
        raise ValueError(unknown)
    # With its sign, where nothing stands between the two.
    if (type == 0 or type == 100) and sign == 0 and separator == 0 and side != 61:
        return aligned("", int_text(n), width, fill, side)
    body = int_digits(-n if n < 0 else n, type)
    head = sign_text(n < 0, sign)
    if alternate and (type == 98 or type == 111 or type == 120 or type == 88):
        head = head + "0" + [type]
    zeros = width - len(head) if fill == 48 and side == 61 else 0
    body = grouped(body, separator, 3 if type == 0 or type == 100 else 4, zeros)
    return aligned(head, body, width, fill, side)

# Without a sign, in the base of the type.
def int_digits(n: int, type: int) -> str:
    if type == 98:
        return binary(n)
    if type == 111:
        return octal(n)
    if type == 120:
        return hexadecimal(n)
    if type == 88:
        return text_upper(hexadecimal(n))
    return int_text(n)

def format_float(f: float, s: str) -> str:
    fill, align, sign, no_negative_zero, alternate, width, separator, precision, type = parse_spec(s, False)
    if type == 110:
        unsupported("a format by the locale")
    if type != 0 and type != 37 and not is_float_type(type):
        raise ValueError(unknown)
    return number_text(f, fill, align, sign, no_negative_zero, alternate, width, separator, precision, type)

def number_text(f: float, fill: int, align: int, sign: int, no_negative_zero: bool, alternate: bool, width: int, separator: int, precision: int, type: int) -> str:
    if precision > 2147483647:
        raise ValueError("precision too big")
    value = f * 100.0 if type == 37 else f
    body = float_digits(fabs(value), type, precision, alternate)
    body = body + "%" if type == 37 else body
    negative = value < 0.0 or value == -0.0
    if negative and no_negative_zero:
        negative = has_digit(body)
    head = sign_text(negative, sign)
    side = 62 if align == 0 else align
    zeros = fill == 48 and side == 61
    if separator == 0 and not zeros:
        return aligned(head, body, width, fill, side)
    whole = 0
    while whole < len(body) and is_digit(body[whole]):
        whole += 1
    if whole > 0:
        rest = body[whole:]
        body = grouped(body[:whole], separator, 3, width - len(head) - len(rest) if zeros else 0) + rest
    return aligned(head, body, width, fill, side)

# Is there a digit but zero before the exponent? Then it is not zero as it is written.
def has_digit(s: str) -> bool:
    i = 0
    while i < len(s) and s[i] != 101 and s[i] != 69:
        if s[i] >= 49 and s[i] <= 57:
            return True
        i += 1
    return len(s) > 0 and not is_digit(s[0])

# A number that is not negative, by the type: 0 stands for what str() writes, with a precision for at least one
# digit after the point.
def float_digits(f: float, type: int, precision: int, alternate: bool) -> str:
    if is_nan(f):
        return "NAN" if type >= 69 and type <= 71 else "nan"
    if is_infinite(f):
        return "INF" if type >= 69 and type <= 71 else "inf"
    if type == 0:
        if alternate:
            unsupported("a format with # and without a type")
        if precision < 0:
            return shortest(f)
        return general_point(f, precision)
    digits = 6 if precision < 0 else precision
    if type == 102 or type == 70 or type == 37:
        return fixed(f, digits) + "." if alternate and digits == 0 else fixed(f, digits)
    if type == 101 or type == 69:
        body = scientific(f, digits)
        if alternate and digits == 0:
            body = body[:1] + "." + body[1:]
        return text_upper(body) if type == 69 else body
    body = general_full(f, digits) if alternate else general(f, digits)
    return text_upper(body) if type == 71 else body

# text % values. Values that are no tuple are one value, or a mapping for keys in brackets.
def percent(s: str, values: V) -> str:
    out = ""
    used = 0
    i = 0
    while i < len(s):
        if s[i] != 37:
            out = out + [s[i]]
            i += 1
        else:
            i += 1
            begun = i
            key = Unbound
            if i < len(s) and s[i] == 40:
                from_ = i + 1
                depth = 1
                i += 1
                while i < len(s) and depth > 0:
                    depth = depth + 1 if s[i] == 40 else (depth - 1 if s[i] == 41 else depth)
                    i += 1
                if depth > 0:
                    if values is not Dict and not has_methods(values):
                        raise TypeError("format requires a mapping")
                    raise ValueError("incomplete format key")
                key = keyed_value(values, Str(s[from_:i - 1]))
                used = -1
            left = False
            plus = False
            blank = False
            alternate = False
            zero = False
            while i < len(s) and (s[i] == 45 or s[i] == 43 or s[i] == 32 or s[i] == 35 or s[i] == 48):
                left = left or s[i] == 45
                plus = plus or s[i] == 43
                blank = blank or s[i] == 32
                alternate = alternate or s[i] == 35
                zero = zero or s[i] == 48
                i += 1
            width = -1
            if i < len(s) and s[i] == 42:
                width = star_of(values, used)
                used += 1
                left = left or width < 0
                width = -width if width < 0 else width
                i += 1
            else:
                width, i = spec_number(s, i)
            precision = -1
            if i < len(s) and s[i] == 46:
                i += 1
                if i < len(s) and s[i] == 42:
                    precision = star_of(values, used)
                    precision = 0 if precision < 0 else precision
                    used += 1
                    i += 1
                else:
                    precision, i = spec_number(s, i)
                    precision = 0 if precision < 0 else precision
            if i < len(s) and (s[i] == 104 or s[i] == 108 or s[i] == 76):
                i += 1
            if i >= len(s):
                raise ValueError("incomplete format")
            type = s[i]
            is_alone = i == begun
            i += 1
            if type == 37 and is_alone:
                out = out + "%"
            else:
                if key is Unbound:
                    key = value_of(values, used)
                    used += 1
                out = out + percent_one(key, type, left, plus, blank, alternate, zero, width, precision)
    if values is Tuple:
        if used < len(values.items) and used >= 0:
            raise TypeError("not all arguments converted during string formatting")
    elif used == 0 and values is not Dict and values is not List and values is not Range and values is not Bytes:
        if has_methods(values):
            unsupported("a mapping that is an object")
        raise TypeError("not all arguments converted during string formatting")
    return out

# The value of a key in brackets.
def keyed_value(values: V, key: V) -> V:
    if values is Dict:
        return getitem(values, key)
    if has_methods(values):
        unsupported("a mapping that is an object")
    raise TypeError("format requires a mapping")

# The value for the next place.
def value_of(values: V, used: int) -> V:
    if used < 0:
        unsupported("a format with keys and without")
    if values is Tuple:
        if used < len(values.items):
            return values.items[used]
    elif used == 0:
        return values
    raise TypeError("not enough arguments for format string")

def star_of(values: V, used: int) -> int:
    a = value_of(values, used)
    if a is Int or a is Bool:
        check_c_int(as_int(a))
        return as_int(a)
    if has_methods(a):
        unsupported("the type of something from outside")
    raise TypeError("* wants int")

def percent_one(a: V, type: int, left: bool, plus: bool, blank: bool, alternate: bool, zero: bool, width: int, precision: int) -> str:
    if a is Outside and type != 115 and type != 114:
        unsupported("the type of something from outside")
    if type == 115 or type == 114 or type == 97:
        body = str_of(a) if type == 115 else (repr_of(a) if type == 114 else ascii_text(repr_of(a)))
        body = body[:precision] if precision >= 0 else body
        return aligned("", body, width, 32, 60 if left else 62)
    if type == 99:
        return aligned("", percent_char(a), width, 32, 60 if left else 62)
    sign = 43 if plus else (32 if blank else 0)
    side = 60 if left else (61 if zero else 62)
    fill = 48 if zero and not left else 32
    if is_float_type(type):
        if is_instance(a):
            unsupported("a float from an object")
        if not is_number(a):
            raise TypeError("must be real number, not " + type_name(a))
        return number_text(to_float(a), fill, side, sign, False, alternate, width, 0, precision, type)
    if type != 100 and type != 105 and type != 117 and type != 120 and type != 88 and type != 111:
        raise ValueError(unknown)
    if is_instance(a):
        unsupported("an int from an object")
    if a is Float and (type == 120 or type == 88 or type == 111):
        raise TypeError("%x format: an integer is required, not float")
    if not is_number(a):
        raise TypeError(unknown)
    n = int_of(a).int
    if (type == 100 or type == 105 or type == 117) and sign == 0 and precision < 0 and side != 61:
        return aligned("", int_text(n), width, fill, side)
    size = -n if n < 0 else n
    body = int_digits(size, 100 if type == 105 or type == 117 else type)
    body = padding(precision - len(body), 48) + body
    head = sign_text(n < 0, sign)
    if alternate and (type == 120 or type == 88 or type == 111):
        head = head + "0" + [type]
    return aligned(head, body, width, fill, side)

def percent_char(a: V) -> str:
    if a is Str:
        if len(a.str) == 1:
            return a.str
        raise TypeError("%c requires int or char")
    if a is Int or a is Bool:
        if as_int(a) < 0 or as_int(a) > 1114111:
            raise OverflowError("%c arg not in range(0x110000)")
        return [as_int(a)]
    if has_methods(a):
        unsupported("an int from an object")
    raise TypeError("%c requires int or char")

# With escapes for all that is beyond ASCII.
def ascii_text(s: str) -> str:
    out = ""
    i = 0
    while i < len(s):
        c = s[i]
        if c < 128:
            out = out + [c]
        else:
            digits = hexadecimal(c)
            if c < 256:
                out = out + "\\x" + digits
            elif c < 65536:
                out = out + "\\u" + padding(4 - len(digits), 48) + digits
            else:
                out = out + "\\U" + padding(8 - len(digits), 48) + digits
        i += 1
    return out

def based(a: V, type: int) -> str:
    n = index_of(a)
    return ("-" if n < 0 else "") + "0" + [type] + int_digits(-n if n < 0 else n, type)
