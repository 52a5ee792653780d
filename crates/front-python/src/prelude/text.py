# Strings. What depends on the Unicode tables is exact for ASCII and not modelled beyond.

def ord_(a: V) -> V:
    if a is Str:
        if len(a.str) != 1:
            raise TypeError("ord() expected a character, but string of length " + text(len(a.str)) + " found")
        return Int(a.str[0])
    raise TypeError("ord() expected string of length 1, but " + type_name(a) + " found")

def chr_(a: V) -> V:
    i = index_of(a)
    if i < 0 - 2147483648 or i > 2147483647:
        raise OverflowError("Python int too large to convert to C int")
    if i < 0 or i > 1114111:
        raise ValueError("chr() arg not in range(0x110000)")
    return Str([i])

def check_ascii(c: int):
    if c > 127:
        unsupported("a character beyond ASCII")

def text_upper(s: str) -> str:
    out = ""
    i = 0
    while i < len(s):
        c = s[i]
        check_ascii(c)
        out = out + [c - 32 if c >= 97 and c <= 122 else c]
        i += 1
    return out

def text_lower(s: str) -> str:
    out = ""
    i = 0
    while i < len(s):
        c = s[i]
        check_ascii(c)
        out = out + [c + 32 if c >= 65 and c <= 90 else c]
        i += 1
    return out

def stripped(c: int, chars: V) -> bool:
    if chars is None:
        check_ascii(c)
        return is_space(c)
    return find_text(chars.str, [c], 0) >= 0

def check_chars(chars: V, name: str):
    if chars is None or chars is Str:
        return
    raise TypeError(name + " arg must be None or str")

def text_strip(s: str, chars: V) -> str:
    check_chars(chars, "strip")
    return strip_end(strip_start(s, chars), chars)

def text_lstrip(s: str, chars: V) -> str:
    check_chars(chars, "lstrip")
    return strip_start(s, chars)

def text_rstrip(s: str, chars: V) -> str:
    check_chars(chars, "rstrip")
    return strip_end(s, chars)

def strip_start(s: str, chars: V) -> str:
    i = 0
    while i < len(s) and stripped(s[i], chars):
        i += 1
    return s[i:]

def strip_end(s: str, chars: V) -> str:
    i = len(s)
    while i > 0 and stripped(s[i - 1], chars):
        i = i - 1
    return s[:i]

def starts(s: str, t: str) -> bool:
    return s[:len(t)] == t

def ends(s: str, t: str) -> bool:
    return len(t) <= len(s) and s[len(s) - len(t):] == t

def text_startswith(s: str, a: V) -> bool:
    if a is Str:
        return starts(s, a.str)
    if a is Tuple:
        i = 0
        while i < len(a.items):
            if a.items[i] is not Str:
                if a.items[i] is Outside:
                    unsupported("the type of something from outside")
                raise TypeError(unknown)
            if starts(s, a.items[i].str):
                return True
            i += 1
        return False
    raise TypeError("startswith first arg must be str or a tuple of str, not " + type_name(a))

def text_endswith(s: str, a: V) -> bool:
    if a is Str:
        return ends(s, a.str)
    if a is Tuple:
        i = 0
        while i < len(a.items):
            if a.items[i] is not Str:
                if a.items[i] is Outside:
                    unsupported("the type of something from outside")
                raise TypeError(unknown)
            if ends(s, a.items[i].str):
                return True
            i += 1
        return False
    raise TypeError("endswith first arg must be str or a tuple of str, not " + type_name(a))

def text_find(s: str, a: V) -> int:
    if a is Str:
        return find_text(s, a.str, 0)
    raise TypeError(unknown)

def text_index(s: str, a: V) -> int:
    if a is Str:
        at = find_text(s, a.str, 0)
        if at < 0:
            raise ValueError("substring not found")
        return at
    raise TypeError(unknown)

def text_count(s: str, a: V) -> int:
    if a is not Str:
        raise TypeError(unknown)
    t = a.str
    if len(t) == 0:
        return len(s) + 1
    n = 0
    at = find_text(s, t, 0)
    while at >= 0:
        n += 1
        at = find_text(s, t, at + len(t))
    return n

def text_replace(s: str, a: V, b: V) -> str:
    if a is not Str or b is not Str:
        raise TypeError(unknown)
    t = a.str
    out = ""
    if len(t) == 0:
        out = b.str
        i = 0
        while i < len(s):
            out = out + [s[i]] + b.str
            i += 1
        return out
    from_ = 0
    at = find_text(s, t, 0)
    while at >= 0:
        out = out + s[from_:at] + b.str
        from_ = at + len(t)
        at = find_text(s, t, from_)
    return out + s[from_:]

def text_split(s: str, a: V) -> V:
    if a is None:
        return split_blank(s)
    if a is not Str:
        raise TypeError("must be str or None, not " + type_name(a))
    t = a.str
    if len(t) == 0:
        raise ValueError("empty separator")
    out = []
    from_ = 0
    at = find_text(s, t, 0)
    while at >= 0:
        out = out + [Str(s[from_:at])]
        from_ = at + len(t)
        at = find_text(s, t, from_)
    return new_list(out + [Str(s[from_:])])

def split_blank(s: str) -> V:
    out = []
    i = 0
    while i < len(s):
        check_ascii(s[i])
        if is_space(s[i]):
            i += 1
        else:
            from_ = i
            while i < len(s) and not is_space(s[i]):
                check_ascii(s[i])
                i += 1
            out = out + [Str(s[from_:i])]
    return new_list(out)

def text_join(s: str, a: V) -> str:
    if not is_iterable(a) and a is not Object:
        raise TypeError("can only join an iterable")
    items = to_items(a)
    out = ""
    i = 0
    while i < len(items):
        if items[i] is not Str:
            raise TypeError("sequence item " + text(i) + ": expected str instance, " + type_name(items[i]) + " found")
        if i > 0:
            out = out + s
        out = out + items[i].str
        i += 1
    return out

def is_alpha(c: int) -> bool:
    return (c >= 65 and c <= 90) or (c >= 97 and c <= 122)

def text_isdigit(s: str) -> bool:
    i = 0
    while i < len(s):
        check_ascii(s[i])
        if not is_digit(s[i]):
            return False
        i += 1
    return i > 0

def text_isalpha(s: str) -> bool:
    i = 0
    while i < len(s):
        check_ascii(s[i])
        if not is_alpha(s[i]):
            return False
        i += 1
    return i > 0

def text_isalnum(s: str) -> bool:
    i = 0
    while i < len(s):
        check_ascii(s[i])
        if not is_alpha(s[i]) and not is_digit(s[i]):
            return False
        i += 1
    return i > 0

def text_isspace(s: str) -> bool:
    i = 0
    while i < len(s):
        check_ascii(s[i])
        if not is_space(s[i]):
            return False
        i += 1
    return i > 0

def text_isupper(s: str) -> bool:
    found = False
    i = 0
    while i < len(s):
        check_ascii(s[i])
        if s[i] >= 97 and s[i] <= 122:
            return False
        if s[i] >= 65 and s[i] <= 90:
            found = True
        i += 1
    return found

def text_islower(s: str) -> bool:
    found = False
    i = 0
    while i < len(s):
        check_ascii(s[i])
        if s[i] >= 65 and s[i] <= 90:
            return False
        if s[i] >= 97 and s[i] <= 122:
            found = True
        i += 1
    return found

def text_removeprefix(s: str, a: V) -> str:
    if a is not Str:
        raise TypeError(unknown)
    return s[len(a.str):] if starts(s, a.str) else s

def text_removesuffix(s: str, a: V) -> str:
    if a is not Str:
        raise TypeError(unknown)
    return s[:len(s) - len(a.str)] if ends(s, a.str) else s

def text_rfind(s: str, a: V) -> int:
    if a is not Str:
        raise TypeError(unknown)
    i = len(s) - len(a.str)
    while i >= 0:
        if s[i:i + len(a.str)] == a.str:
            return i
        i = i - 1
    return -1

def text_partition(s: str, a: V) -> seq:
    if a is not Str:
        raise TypeError(unknown)
    if len(a.str) == 0:
        raise ValueError("empty separator")
    at = find_text(s, a.str, 0)
    if at < 0:
        return [Str(s), Str(""), Str("")]
    return [Str(s[:at]), a, Str(s[at + len(a.str):])]

def text_capitalize(s: str) -> str:
    return text_upper(s[:1]) + text_lower(s[1:])

def padding(n: int, c: int) -> str:
    out = ""
    i = 0
    while i < n:
        out = out + [c]
        i += 1
    return out

# The character to fill up with; a blank if none is given.
def fill_of(a: V) -> int:
    if a is Unbound:
        return 32
    if a is Str:
        if len(a.str) == 1:
            return a.str[0]
    raise TypeError(unknown)

def text_rjust(s: str, a: V, fill: V) -> str:
    width = index_of(a)
    check_size(width)
    c = fill_of(fill)
    return padding(width - len(s), c) + s

def text_ljust(s: str, a: V, fill: V) -> str:
    width = index_of(a)
    check_size(width)
    c = fill_of(fill)
    return s + padding(width - len(s), c)

def text_zfill(s: str, a: V) -> str:
    width = index_of(a)
    check_size(width)
    zeros = padding(width - len(s), 48)
    if len(s) > 0:
        if s[0] == 43 or s[0] == 45:
            return s[:1] + zeros + s[1:]
    return zeros + s
