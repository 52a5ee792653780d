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

# Methods that bytes have as texts have them: each byte stands for itself.

def bytes_like(a: V) -> str:
    if a is Bytes:
        return a.bytes
    if has_methods(a):
        unsupported("bytes of an object")
    raise TypeError("a bytes-like object is required, not '" + type_name(a) + "'")

# What is looked for: bytes, or the number of one.
def bytes_part(a: V) -> str:
    if is_integral(a):
        c = as_int(a)
        if c < 0 or c > 255:
            raise ValueError("byte must be in range(0, 256)")
        return [c]
    if a is not Bytes and not has_methods(a):
        raise TypeError("argument should be integer or bytes-like object, not '" + type_name(a) + "'")
    return bytes_like(a)

def bytes_find(s: str, a: V, start: V, end: V) -> int:
    i = part_start(start, len(s))
    j = part_end(end, len(s))
    t = bytes_part(a)
    return find_text(s[:j], t, i)

def bytes_rfind(s: str, a: V, start: V, end: V) -> int:
    i = part_start(start, len(s))
    j = part_end(end, len(s))
    t = bytes_part(a)
    return rfind_text(s, t, i, j)

def bytes_index(s: str, a: V, start: V, end: V) -> int:
    at = bytes_find(s, a, start, end)
    if at < 0:
        raise ValueError("subsection not found")
    return at

def bytes_rindex(s: str, a: V, start: V, end: V) -> int:
    at = bytes_rfind(s, a, start, end)
    if at < 0:
        raise ValueError("subsection not found")
    return at

def bytes_count(s: str, a: V, start: V, end: V) -> int:
    i = part_start(start, len(s))
    j = part_end(end, len(s))
    t = bytes_part(a)
    return text_count(s, Str(t), Int(i), Int(j))

def bytes_affix(a: V, method: str) -> str:
    if a is Bytes:
        return a.bytes
    if has_methods(a):
        unsupported("bytes of an object")
    raise TypeError(method + " first arg must be bytes or a tuple of bytes, not " + type_name(a))

def bytes_startswith(s: str, a: V, start: V, end: V) -> bool:
    i = part_start(start, len(s))
    j = part_end(end, len(s))
    if a is Tuple:
        n = 0
        while n < len(a.items):
            if part_starts(s, bytes_like(a.items[n]), i, j):
                return True
            n += 1
        return False
    return part_starts(s, bytes_affix(a, "startswith"), i, j)

def bytes_endswith(s: str, a: V, start: V, end: V) -> bool:
    i = part_start(start, len(s))
    j = part_end(end, len(s))
    if a is Tuple:
        n = 0
        while n < len(a.items):
            if part_ends(s, bytes_like(a.items[n]), i, j):
                return True
            n += 1
        return False
    return part_ends(s, bytes_affix(a, "endswith"), i, j)

def bytes_replace(s: str, a: V, b: V, count: V) -> V:
    t = bytes_like(a)
    by = bytes_like(b)
    return Bytes(text_replace(s, Str(t), Str(by), count))

def bytes_removeprefix(s: str, a: V) -> V:
    t = bytes_like(a)
    return Bytes(s[len(t):] if starts(s, t) else s)

def bytes_removesuffix(s: str, a: V) -> V:
    t = bytes_like(a)
    return Bytes(s[:len(s) - len(t)] if ends(s, t) else s)

def is_blank_byte(c: int) -> bool:
    return (c >= 9 and c <= 13) or c == 32

def bytes_split(s: str, a: V, count: V) -> V:
    left = limit_of(count)
    out = []
    from_ = 0
    if a is None:
        i = 0
        while i < len(s):
            if is_blank_byte(s[i]):
                i += 1
            else:
                if left == 0:
                    return new_list(out + [Bytes(s[i:])])
                from_ = i
                while i < len(s) and not is_blank_byte(s[i]):
                    i += 1
                out = out + [Bytes(s[from_:i])]
                left = left - 1
        return new_list(out)
    t = bytes_separator(a)
    at = find_text(s, t, 0)
    while at >= 0 and left != 0:
        out = out + [Bytes(s[from_:at])]
        from_ = at + len(t)
        at = find_text(s, t, from_)
        left = left - 1
    return new_list(out + [Bytes(s[from_:])])

def bytes_rsplit(s: str, a: V, count: V) -> V:
    left = limit_of(count)
    out = []
    to = len(s)
    if a is None:
        i = len(s)
        while i > 0:
            if is_blank_byte(s[i - 1]):
                i = i - 1
            else:
                if left == 0:
                    return new_list([Bytes(s[:i])] + out)
                to = i
                while i > 0 and not is_blank_byte(s[i - 1]):
                    i = i - 1
                out = [Bytes(s[i:to])] + out
                left = left - 1
        return new_list(out)
    t = bytes_separator(a)
    at = rfind_text(s, t, 0, to)
    while at >= 0 and left != 0:
        out = [Bytes(s[at + len(t):to])] + out
        to = at
        at = rfind_text(s, t, 0, to)
        left = left - 1
    return new_list([Bytes(s[:to])] + out)

def bytes_separator(a: V) -> str:
    t = bytes_like(a)
    if len(t) == 0:
        raise ValueError("empty separator")
    return t

def bytes_splitlines(s: str, keep: V) -> V:
    kept = index_of(keep)
    check_c_int(kept)
    out = []
    from_ = 0
    i = 0
    while i < len(s):
        if s[i] == 10 or s[i] == 13:
            end = i + 2 if s[i] == 13 and i + 1 < len(s) and s[i + 1] == 10 else i + 1
            out = out + [Bytes(s[from_:end] if kept != 0 else s[from_:i])]
            from_ = end
            i = end
        else:
            i += 1
    return new_list(out + [Bytes(s[from_:])] if from_ < len(s) else out)

def bytes_join(s: str, a: V) -> V:
    if not is_iterable(a) and not has_methods(a):
        raise TypeError("can only join an iterable")
    items = to_items(a)
    out = ""
    i = 0
    while i < len(items):
        if items[i] is not Bytes:
            if has_methods(items[i]):
                unsupported("bytes of an object")
            raise TypeError("sequence item " + text(i) + ": expected a bytes-like object, " + type_name(items[i]) + " found")
        if i > 0:
            out = out + s
        out = out + items[i].bytes
        i += 1
    return Bytes(out)

def bytes_partition(s: str, a: V) -> seq:
    t = bytes_separator(a)
    at = find_text(s, t, 0)
    if at < 0:
        return [Bytes(s), Bytes(""), Bytes("")]
    return [Bytes(s[:at]), Bytes(t), Bytes(s[at + len(t):])]

def bytes_rpartition(s: str, a: V) -> seq:
    t = bytes_separator(a)
    at = rfind_text(s, t, 0, len(s))
    if at < 0:
        return [Bytes(""), Bytes(""), Bytes(s)]
    return [Bytes(s[:at]), Bytes(t), Bytes(s[at + len(t):])]

def bytes_stripped(c: int, chars: V) -> bool:
    if chars is None:
        return is_blank_byte(c)
    return find_text(chars.bytes, [c], 0) >= 0

def check_bytes(chars: V):
    if chars is not None:
        found = bytes_like(chars)

def bytes_strip_start(s: str, chars: V) -> str:
    i = 0
    while i < len(s) and bytes_stripped(s[i], chars):
        i += 1
    return s[i:]

def bytes_strip_end(s: str, chars: V) -> str:
    i = len(s)
    while i > 0 and bytes_stripped(s[i - 1], chars):
        i = i - 1
    return s[:i]

def bytes_strip(s: str, chars: V) -> V:
    check_bytes(chars)
    return Bytes(bytes_strip_end(bytes_strip_start(s, chars), chars))

def bytes_lstrip(s: str, chars: V) -> V:
    check_bytes(chars)
    return Bytes(bytes_strip_start(s, chars))

def bytes_rstrip(s: str, chars: V) -> V:
    check_bytes(chars)
    return Bytes(bytes_strip_end(s, chars))

def is_upper_byte(c: int) -> bool:
    return c >= 65 and c <= 90

def is_lower_byte(c: int) -> bool:
    return c >= 97 and c <= 122

def bytes_upper(s: str) -> V:
    out = ""
    i = 0
    while i < len(s):
        out = out + [s[i] - 32 if is_lower_byte(s[i]) else s[i]]
        i += 1
    return Bytes(out)

def bytes_lower(s: str) -> V:
    out = ""
    i = 0
    while i < len(s):
        out = out + [s[i] + 32 if is_upper_byte(s[i]) else s[i]]
        i += 1
    return Bytes(out)

def bytes_isascii(s: str) -> bool:
    i = 0
    while i < len(s):
        if s[i] > 127:
            return False
        i += 1
    return True

def bytes_isdigit(s: str) -> bool:
    i = 0
    while i < len(s):
        if not is_digit(s[i]):
            return False
        i += 1
    return i > 0

def bytes_isalpha(s: str) -> bool:
    i = 0
    while i < len(s):
        if not is_alpha(s[i]):
            return False
        i += 1
    return i > 0

def bytes_isalnum(s: str) -> bool:
    i = 0
    while i < len(s):
        if not is_alpha(s[i]) and not is_digit(s[i]):
            return False
        i += 1
    return i > 0

def bytes_isspace(s: str) -> bool:
    i = 0
    while i < len(s):
        if not is_blank_byte(s[i]):
            return False
        i += 1
    return i > 0

def bytes_isupper(s: str) -> bool:
    found = False
    i = 0
    while i < len(s):
        if is_lower_byte(s[i]):
            return False
        found = found or is_upper_byte(s[i])
        i += 1
    return found

def bytes_islower(s: str) -> bool:
    found = False
    i = 0
    while i < len(s):
        if is_upper_byte(s[i]):
            return False
        found = found or is_lower_byte(s[i])
        i += 1
    return found

def bytes_fill(a: V) -> V:
    if a is Unbound:
        return a
    if a is Bytes:
        if len(a.bytes) == 1:
            return Str(a.bytes)
    if has_methods(a):
        unsupported("bytes of an object")
    raise TypeError(unknown)

def bytes_rjust(s: str, a: V, fill: V) -> V:
    return Bytes(text_rjust(s, Int(index_of(a)), bytes_fill(fill)))

def bytes_ljust(s: str, a: V, fill: V) -> V:
    return Bytes(text_ljust(s, Int(index_of(a)), bytes_fill(fill)))

def bytes_center(s: str, a: V, fill: V) -> V:
    return Bytes(text_center(s, Int(index_of(a)), bytes_fill(fill)))

def bytes_zfill(s: str, a: V) -> V:
    return Bytes(text_zfill(s, a))

# By a table of 256 bytes, without those that are to go.
def bytes_translate(s: str, table: V, without: V) -> V:
    gone = "" if without is Unbound else bytes_like(without)
    if table is not None:
        if len(bytes_like(table)) != 256:
            raise ValueError("translation table must be 256 characters long")
    out = ""
    i = 0
    while i < len(s):
        if find_text(gone, [s[i]], 0) < 0:
            out = out + [s[i] if table is None else table.bytes[s[i]]]
        i += 1
    return Bytes(out)

def bytes_maketrans(a: V, b: V) -> V:
    from_ = bytes_like(a)
    to = bytes_like(b)
    if len(from_) != len(to):
        raise ValueError("maketrans arguments must have same length")
    out = ""
    i = 0
    while i < 256:
        at = rfind_text(from_, [i], 0, len(from_))
        out = out + [i if at < 0 else to[at]]
        i += 1
    return Bytes(out)

# Pairs of hexadecimal digits, with blanks of ASCII between them.
def bytes_fromhex(a: V) -> V:
    if a is not Str:
        if has_methods(a):
            unsupported("bytes of an object")
        raise TypeError("fromhex() argument must be str, not " + type_name(a))
    s = a.str
    out = ""
    i = 0
    while i < len(s):
        if is_blank_byte(s[i]):
            i += 1
        else:
            high = hex_digit(s[i])
            low = hex_digit(s[i + 1]) if i + 1 < len(s) else -1
            if high < 0 or low < 0:
                raise ValueError(unknown)
            out = out + [high * 16 + low]
            i = i + 2
    return Bytes(out)

def hex_digit(c: int) -> int:
    if is_digit(c):
        return c - 48
    if c >= 97 and c <= 102:
        return c - 87
    return c - 55 if c >= 65 and c <= 70 else -1

# Is it the order of bytes in which the lowest comes first?
def is_little(a: V) -> bool:
    if a is Str:
        if a.str == "little":
            return True
        if a.str == "big":
            return False
        raise ValueError("byteorder must be either 'little' or 'big'")
    if has_methods(a):
        unsupported("an order of bytes that is no text")
    raise TypeError(unknown)

def int_to_bytes(a: V, length: V, order: V, signed: V) -> V:
    size = 1 if length is Unbound else index_of(length)
    check_size(size)
    little = False if order is Unbound else is_little(order)
    is_signed = False if signed is Unbound else truth(signed)
    if size < 0:
        raise ValueError("length argument must be non-negative")
    n = as_int(a)
    if n < 0 and not is_signed:
        raise OverflowError("can't convert negative int to unsigned")
    bound = 256 ** size
    if is_signed:
        # CPython lets -1 pass where there is no byte at all.
        if (2 * n >= bound or 2 * n < -bound) and not (size == 0 and n == -1):
            raise OverflowError("int too big to convert")
    elif n >= bound:
        raise OverflowError("int too big to convert")
    out = ""
    i = 0
    while i < size:
        out = out + [n % 256] if little else [n % 256] + out
        n = n // 256
        i += 1
    return Bytes(out)

def int_from_bytes(a: V, order: V, signed: V) -> int:
    if a is not Bytes:
        if a is Str:
            raise TypeError("cannot convert 'str' object to bytes")
        unsupported("an int from something else than bytes")
    little = False if order is Unbound else is_little(order)
    is_signed = False if signed is Unbound else truth(signed)
    s = a.bytes
    n = 0
    i = 0
    while i < len(s):
        n = n * 256 + (s[len(s) - 1 - i] if little else s[i])
        i += 1
    if is_signed and 2 * n >= 256 ** len(s):
        return n - 256 ** len(s)
    return n
