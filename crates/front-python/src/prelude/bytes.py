# Bytes: a sequence of numbers from 0 to 255.

def repr_bytes(s: str) -> str:
    has_single = find_text(s, "'", 0) >= 0
    has_double = find_text(s, "\"", 0) >= 0
    quote = "\"" if has_single and not has_double else "'"
    out = "b" + quote
    i = 0
    while i < len(s):
        c = s[i]
        if c == 92 or c == quote[0]:
            out = out + "\\" + [c]
        elif c == 10:
            out = out + "\\n"
        elif c == 13:
            out = out + "\\r"
        elif c == 9:
            out = out + "\\t"
        elif c < 32 or c > 126:
            digits = hexadecimal(c)
            out = out + "\\x" + padding(2 - len(digits), 48) + digits
        else:
            out = out + [c]
        i += 1
    return out + quote

# The encodings that are modelled: 1 UTF-8, 2 ASCII, 3 Latin-1; 0 another.
def encoding_of(a: V) -> int:
    if a is Unbound:
        return 1
    if a is not Str:
        raise TypeError("encode() argument 'encoding' must be str, not " + type_name(a))
    name = text_lower(a.str)
    name = text_replace(name, Str("_"), Str("-"), Int(-1))
    if name == "utf-8" or name == "utf8" or name == "u8":
        return 1
    if name == "ascii" or name == "us-ascii":
        return 2
    if name == "latin-1" or name == "latin1" or name == "iso-8859-1" or name == "iso8859-1" or name == "l1":
        return 3
    unsupported("an encoding that is not modelled")

# What is done with what cannot be encoded: 0 an error, 1 left out, 2 replaced.
def errors_of(a: V) -> int:
    if a is Unbound:
        return 0
    if a is not Str:
        raise TypeError("encode() argument 'errors' must be str, not " + type_name(a))
    if a.str == "strict":
        return 0
    if a.str == "ignore":
        return 1
    if a.str == "replace":
        return 2
    unsupported("a way to deal with errors of encoding that is not modelled")

def text_encode(s: str, encoding: V, errors: V) -> V:
    kind = encoding_of(encoding)
    way = errors_of(errors)
    out = ""
    i = 0
    while i < len(s):
        c = s[i]
        is_bad = (c >= 55296 and c <= 57343) if kind == 1 else c > (127 if kind == 2 else 255)
        if is_bad:
            if way == 0:
                raise UnicodeEncodeError(unknown)
            if way == 2:
                out = out + "?"
        elif c < 128 or kind == 3:
            out = out + [c]
        elif c < 2048:
            out = out + [192 + c // 64] + [128 + c % 64]
        elif c < 65536:
            out = out + [224 + c // 4096] + [128 + c // 64 % 64] + [128 + c % 64]
        else:
            out = out + [240 + c // 262144] + [128 + c // 4096 % 64] + [128 + c // 64 % 64] + [128 + c % 64]
        i += 1
    return Bytes(out)

def bytes_decode(s: str, encoding: V, errors: V) -> str:
    kind = encoding_of(encoding)
    way = errors_of(errors)
    if kind == 3:
        return s
    out = ""
    i = 0
    while i < len(s):
        c = s[i]
        if c < 128:
            out = out + [c]
            i += 1
        else:
            n = 1 if kind == 2 else sequence_len(s, i)
            if kind == 1 and n > 1 and is_whole(s, i, n):
                out = out + [decoded(s, i, n)]
                i = i + n
            else:
                if way == 0:
                    raise UnicodeDecodeError(unknown)
                if way == 2:
                    out = out + [65533]
                i = i + (1 if kind == 2 else bad_len(s, i, n))
    return out

# How long the sequence is that starts with this byte; 1 if none does.
def sequence_len(s: str, i: int) -> int:
    c = s[i]
    return 2 if c >= 194 and c < 224 else (3 if c >= 224 and c < 240 else (4 if c >= 240 and c < 245 else 1))

# May the byte stand at that place of a sequence?
def goes_on(first: int, c: int, at: int) -> bool:
    low = 128 if at > 1 else (160 if first == 224 else (144 if first == 240 else 128))
    high = 191 if at > 1 else (159 if first == 237 else (143 if first == 244 else 191))
    return c >= low and c <= high

def is_whole(s: str, i: int, n: int) -> bool:
    at = 1
    while at < n:
        if i + at >= len(s) or not goes_on(s[i], s[i + at], at):
            return False
        at += 1
    return True

# How many bytes are given up at once: those that could have been the start of a character.
def bad_len(s: str, i: int, n: int) -> int:
    at = 1
    while at < n:
        if i + at >= len(s) or not goes_on(s[i], s[i + at], at):
            return at
        at += 1
    return 1

def decoded(s: str, i: int, n: int) -> int:
    if n == 2:
        return (s[i] - 192) * 64 + s[i + 1] - 128
    if n == 3:
        return (s[i] - 224) * 4096 + (s[i + 1] - 128) * 64 + s[i + 2] - 128
    return (s[i] - 240) * 262144 + (s[i + 1] - 128) * 4096 + (s[i + 2] - 128) * 64 + s[i + 3] - 128

def bytes_hex(s: str, sep: V, group: V) -> str:
    size = index_of(group)
    if size < -2147483648 or size > 2147483647:
        raise OverflowError(unknown)
    between = hex_separator(sep)
    size = 0 if sep is Unbound else size
    out = ""
    i = 0
    while i < len(s):
        at = len(s) - i if size > 0 else i
        if i > 0 and size != 0 and at % (size if size > 0 else -size) == 0:
            out = out + between
        digits = hexadecimal(s[i])
        out = out + padding(2 - len(digits), 48) + digits
        i += 1
    return out

def hex_separator(sep: V) -> str:
    if sep is Unbound:
        return ""
    if sep is not Str and sep is not Bytes:
        if sep is None or is_number(sep):
            raise TypeError("object of type '" + type_name(sep) + "' has no len()")
        unsupported("a separator that is no text")
    between = sep.str if sep is Str else sep.bytes
    if len(between) != 1:
        raise ValueError("sep must be length 1.")
    if between[0] > 127:
        raise ValueError("sep must be ASCII.")
    return between

# bytes(a)
def bytes_of(a: V) -> V:
    if a is Bytes:
        return a
    if is_integral(a):
        check_size(as_int(a))
        if as_int(a) < 0:
            raise ValueError("negative count")
        return Bytes(padding(as_int(a), 0))
    if a is Str:
        raise TypeError("string argument without an encoding")
    if has_methods(a):
        unsupported("bytes of an object")
    if not is_iterable(a):
        raise TypeError("cannot convert '" + type_name(a) + "' object to bytes")
    items = to_items(a)
    out = ""
    i = 0
    while i < len(items):
        c = index_of(items[i])
        if c < 0 or c > 255:
            raise ValueError("bytes must be in range(0, 256)")
        out = out + [c]
        i += 1
    return Bytes(out)
