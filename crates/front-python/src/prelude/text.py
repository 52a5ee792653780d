# Strings: characters, case, kinds of characters, blanks, padding. ASCII is computed here; a text with other
# characters goes to the tables as a whole.

def ord_(a: V) -> V:
    if a is Str:
        if len(a.str) != 1:
            raise TypeError("ord() expected a character, but string of length " + text(len(a.str)) + " found")
        return Int(a.str[0])
    if a is Bytes:
        if len(a.bytes) != 1:
            raise TypeError("ord() expected a character, but string of length " + text(len(a.bytes)) + " found")
        return Int(a.bytes[0])
    raise TypeError("ord() expected string of length 1, but " + type_name(a) + " found")

def chr_(a: V) -> V:
    i = index_of(a)
    if i < 0 - 2147483648 or i > 2147483647:
        raise OverflowError("Python int too large to convert to C int")
    if i < 0 or i > 1114111:
        raise ValueError("chr() arg not in range(0x110000)")
    return Str([i])

def text_upper(s: str) -> str:
    out = ""
    i = 0
    while i < len(s):
        c = s[i]
        if c > 127:
            return upper(s)
        out = out + [c - 32 if c >= 97 and c <= 122 else c]
        i += 1
    return out

def text_lower(s: str) -> str:
    out = ""
    i = 0
    while i < len(s):
        c = s[i]
        if c > 127:
            return lower(s)
        out = out + [c + 32 if c >= 65 and c <= 90 else c]
        i += 1
    return out

def text_casefold(s: str) -> str:
    out = ""
    i = 0
    while i < len(s):
        c = s[i]
        if c > 127:
            return fold(s)
        out = out + [c + 32 if c >= 65 and c <= 90 else c]
        i += 1
    return out

def text_swapcase(s: str) -> str:
    out = ""
    i = 0
    while i < len(s):
        c = s[i]
        if c > 127:
            return swapcase(s)
        out = out + [c + 32 if c >= 65 and c <= 90 else (c - 32 if c >= 97 and c <= 122 else c)]
        i += 1
    return out

def text_title(s: str) -> str:
    out = ""
    within = False
    i = 0
    while i < len(s):
        c = s[i]
        if c > 127:
            return title(s)
        out = out + [(c + 32 if c >= 65 and c <= 90 else c) if within else (c - 32 if c >= 97 and c <= 122 else c)]
        within = is_alpha(c)
        i += 1
    return out

def text_capitalize(s: str) -> str:
    out = ""
    i = 0
    while i < len(s):
        c = s[i]
        if c > 127:
            return capitalize(s)
        out = out + [(c + 32 if c >= 65 and c <= 90 else c) if i > 0 else (c - 32 if c >= 97 and c <= 122 else c)]
        i += 1
    return out

def is_alpha(c: int) -> bool:
    return (c >= 65 and c <= 90) or (c >= 97 and c <= 122)

def text_isascii(s: str) -> bool:
    i = 0
    while i < len(s):
        if s[i] > 127:
            return False
        i += 1
    return True

def text_isdigit(s: str) -> bool:
    i = 0
    while i < len(s):
        if s[i] > 127:
            return isdigit(s)
        if not is_digit(s[i]):
            return False
        i += 1
    return i > 0

def text_isdecimal(s: str) -> bool:
    i = 0
    while i < len(s):
        if s[i] > 127:
            return isdecimal(s)
        if not is_digit(s[i]):
            return False
        i += 1
    return i > 0

def text_isnumeric(s: str) -> bool:
    i = 0
    while i < len(s):
        if s[i] > 127:
            return isnumeric(s)
        if not is_digit(s[i]):
            return False
        i += 1
    return i > 0

def text_isalpha(s: str) -> bool:
    i = 0
    while i < len(s):
        if s[i] > 127:
            return isalpha(s)
        if not is_alpha(s[i]):
            return False
        i += 1
    return i > 0

def text_isalnum(s: str) -> bool:
    i = 0
    while i < len(s):
        if s[i] > 127:
            return isalnum(s)
        if not is_alpha(s[i]) and not is_digit(s[i]):
            return False
        i += 1
    return i > 0

def text_isspace(s: str) -> bool:
    i = 0
    while i < len(s):
        if not is_space(s[i]):
            return False
        i += 1
    return i > 0

def text_isupper(s: str) -> bool:
    found = False
    i = 0
    while i < len(s):
        if s[i] > 127:
            return isupper(s)
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
        if s[i] > 127:
            return islower(s)
        if s[i] >= 65 and s[i] <= 90:
            return False
        if s[i] >= 97 and s[i] <= 122:
            found = True
        i += 1
    return found

def text_istitle(s: str) -> bool:
    found = False
    within = False
    i = 0
    while i < len(s):
        if s[i] > 127:
            return istitle(s)
        if s[i] >= 65 and s[i] <= 90:
            if within:
                return False
        elif s[i] >= 97 and s[i] <= 122:
            if not within:
                return False
        within = is_alpha(s[i])
        found = found or within
        i += 1
    return found

def text_isprintable(s: str) -> bool:
    i = 0
    while i < len(s):
        if s[i] > 127:
            return isprintable(s)
        if s[i] < 32 or s[i] > 126:
            return False
        i += 1
    return True

def text_isidentifier(s: str) -> bool:
    i = 0
    while i < len(s):
        if s[i] > 127:
            return isidentifier(s)
        if not is_alpha(s[i]) and s[i] != 95 and (i == 0 or not is_digit(s[i])):
            return False
        i += 1
    return i > 0

def stripped(c: int, chars: V) -> bool:
    if chars is None:
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

def text_center(s: str, a: V, fill: V) -> str:
    width = index_of(a)
    check_size(width)
    c = fill_of(fill)
    more = width - len(s)
    if more <= 0:
        return s
    left = more // 2 + (1 if more % 2 == 1 and width % 2 == 1 else 0)
    return padding(left, c) + s + padding(more - left, c)

def text_zfill(s: str, a: V) -> str:
    width = index_of(a)
    check_size(width)
    zeros = padding(width - len(s), 48)
    if len(s) > 0:
        if s[0] == 43 or s[0] == 45:
            return s[:1] + zeros + s[1:]
    return zeros + s

# Blanks up to the next column that the size divides.
def text_expandtabs(s: str, a: V) -> str:
    size = 8 if a is Unbound else index_of(a)
    check_c_int(size)
    out = ""
    column = 0
    i = 0
    while i < len(s):
        if s[i] == 9:
            if size > 0:
                by = size - column % size
                out = out + padding(by, 32)
                column = column + by
        else:
            out = out + [s[i]]
            column = 0 if s[i] == 10 or s[i] == 13 else column + 1
        i += 1
    return out
