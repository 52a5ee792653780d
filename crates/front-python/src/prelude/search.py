# Strings: looking for parts, taking apart and putting together.

# A bound of a part of n elements: what is left out is None, what is negative counts from the end.
def part_start(a: V, n: int) -> int:
    if a is None:
        return 0
    i = slice_bound(a)
    return (i + n if i + n >= 0 else 0) if i < 0 else i

def part_end(a: V, n: int) -> int:
    if a is None:
        return n
    i = slice_bound(a)
    return (i + n if i + n >= 0 else 0) if i < 0 else (i if i < n else n)

def starts(s: str, t: str) -> bool:
    return s[:len(t)] == t

def ends(s: str, t: str) -> bool:
    return len(t) <= len(s) and s[len(s) - len(t):] == t

# Does the part from i to j start with the text? One that starts beyond its end has nothing, not even an empty text.
def part_starts(s: str, t: str, i: int, j: int) -> bool:
    return i + len(t) <= j and s[i:i + len(t)] == t

def part_ends(s: str, t: str, i: int, j: int) -> bool:
    return i + len(t) <= j and s[j - len(t):j] == t

def text_startswith(s: str, a: V, start: V, end: V) -> bool:
    i = part_start(start, len(s))
    j = part_end(end, len(s))
    if a is Str:
        return part_starts(s, a.str, i, j)
    if a is Tuple:
        n = 0
        while n < len(a.items):
            check_affix(a.items[n])
            if part_starts(s, a.items[n].str, i, j):
                return True
            n += 1
        return False
    raise TypeError("startswith first arg must be str or a tuple of str, not " + type_name(a))

def text_endswith(s: str, a: V, start: V, end: V) -> bool:
    i = part_start(start, len(s))
    j = part_end(end, len(s))
    if a is Str:
        return part_ends(s, a.str, i, j)
    if a is Tuple:
        n = 0
        while n < len(a.items):
            check_affix(a.items[n])
            if part_ends(s, a.items[n].str, i, j):
                return True
            n += 1
        return False
    raise TypeError("endswith first arg must be str or a tuple of str, not " + type_name(a))

def check_affix(a: V):
    if a is not Str:
        raise TypeError(unknown)

# The text that a method is handed.
def text_of(a: V) -> str:
    if a is Str:
        return a.str
    raise TypeError("must be str, not " + type_name(a))

# The place of the first, or -1.
def text_find(s: str, a: V, start: V, end: V) -> int:
    i = part_start(start, len(s))
    j = part_end(end, len(s))
    t = text_of(a)
    return find_text(s[:j], t, i)

def text_rfind(s: str, a: V, start: V, end: V) -> int:
    i = part_start(start, len(s))
    j = part_end(end, len(s))
    return rfind_text(s, text_of(a), i, j)

# The last place from i on where the text stands before j.
def rfind_text(s: str, t: str, i: int, j: int) -> int:
    at = j - len(t)
    while at >= i:
        if s[at:at + len(t)] == t:
            return at
        at = at - 1
    return -1

def text_index(s: str, a: V, start: V, end: V) -> int:
    at = text_find(s, a, start, end)
    if at < 0:
        raise ValueError("substring not found")
    return at

def text_rindex(s: str, a: V, start: V, end: V) -> int:
    at = text_rfind(s, a, start, end)
    if at < 0:
        raise ValueError("substring not found")
    return at

def text_count(s: str, a: V, start: V, end: V) -> int:
    i = part_start(start, len(s))
    j = part_end(end, len(s))
    t = text_of(a)
    if len(t) == 0:
        return j - i + 1 if i <= j else 0
    part = s[:j]
    n = 0
    at = find_text(part, t, i)
    while at >= 0:
        n += 1
        at = find_text(part, t, at + len(t))
    return n

# How many times, at most; what is negative is no limit.
def limit_of(a: V) -> int:
    n = index_of(a)
    check_size(n)
    return n

def text_replace(s: str, a: V, b: V, count: V) -> str:
    t = text_of(a)
    by = text_of(b)
    left = limit_of(count)
    if left == 0:
        return s
    out = ""
    from_ = 0
    if len(t) == 0:
        while left != 0 and from_ < len(s):
            out = out + by + [s[from_]]
            from_ += 1
            left = left - 1
        return out + s[from_:] if left == 0 else out + by
    at = find_text(s, t, 0)
    while at >= 0 and left != 0:
        out = out + s[from_:at] + by
        from_ = at + len(t)
        at = find_text(s, t, from_)
        left = left - 1
    return out + s[from_:]

def separator_of(a: V) -> str:
    if a is not Str:
        raise TypeError("must be str or None, not " + type_name(a))
    if len(a.str) == 0:
        raise ValueError("empty separator")
    return a.str

def text_split(s: str, a: V, count: V) -> V:
    left = limit_of(count)
    if a is None:
        return new_list(split_blank(s, left))
    t = separator_of(a)
    out = []
    from_ = 0
    at = find_text(s, t, 0)
    while at >= 0 and left != 0:
        out = out + [Str(s[from_:at])]
        from_ = at + len(t)
        at = find_text(s, t, from_)
        left = left - 1
    return new_list(out + [Str(s[from_:])])

def split_blank(s: str, left: int) -> seq:
    out = []
    i = 0
    while i < len(s):
        if is_space(s[i]):
            i += 1
        else:
            if left == 0:
                return out + [Str(s[i:])]
            from_ = i
            while i < len(s) and not is_space(s[i]):
                i += 1
            out = out + [Str(s[from_:i])]
            left = left - 1
    return out

def text_rsplit(s: str, a: V, count: V) -> V:
    left = limit_of(count)
    if a is None:
        return new_list(rsplit_blank(s, left))
    t = separator_of(a)
    out = []
    to = len(s)
    at = rfind_text(s, t, 0, to)
    while at >= 0 and left != 0:
        out = [Str(s[at + len(t):to])] + out
        to = at
        at = rfind_text(s, t, 0, to)
        left = left - 1
    return new_list([Str(s[:to])] + out)

def rsplit_blank(s: str, left: int) -> seq:
    out = []
    i = len(s)
    while i > 0:
        if is_space(s[i - 1]):
            i = i - 1
        else:
            if left == 0:
                return [Str(s[:i])] + out
            to = i
            while i > 0 and not is_space(s[i - 1]):
                i = i - 1
            out = [Str(s[i:to])] + out
            left = left - 1
    return out

def is_line_end(c: int) -> bool:
    return (c >= 10 and c <= 13) or (c >= 28 and c <= 30) or c == 133 or c == 8232 or c == 8233

def text_splitlines(s: str, keep: V) -> V:
    kept = index_of(keep)
    check_c_int(kept)
    out = []
    from_ = 0
    i = 0
    while i < len(s):
        if is_line_end(s[i]):
            end = i + 2 if s[i] == 13 and i + 1 < len(s) and s[i + 1] == 10 else i + 1
            out = out + [Str(s[from_:end] if kept != 0 else s[from_:i])]
            from_ = end
            i = end
        else:
            i += 1
    return new_list(out + [Str(s[from_:])] if from_ < len(s) else out)

def text_join(s: str, a: V) -> str:
    if not is_iterable(a) and not has_methods(a):
        raise TypeError("can only join an iterable")
    items = to_items(a)
    out = ""
    i = 0
    while i < len(items):
        if items[i] is not Str:
            if items[i] is Outside or items[i] is Member:
                unsupported("the type of something from outside")
            raise TypeError("sequence item " + text(i) + ": expected str instance, " + type_name(items[i]) + " found")
        if i > 0:
            out = out + s
        out = out + items[i].str
        i += 1
    return out

def text_removeprefix(s: str, a: V) -> str:
    t = text_of(a)
    return s[len(t):] if starts(s, t) else s

def text_removesuffix(s: str, a: V) -> str:
    t = text_of(a)
    return s[:len(s) - len(t)] if ends(s, t) else s

def text_partition(s: str, a: V) -> seq:
    t = text_of(a)
    if len(t) == 0:
        raise ValueError("empty separator")
    at = find_text(s, t, 0)
    if at < 0:
        return [Str(s), Str(""), Str("")]
    return [Str(s[:at]), Str(t), Str(s[at + len(t):])]

def text_rpartition(s: str, a: V) -> seq:
    t = text_of(a)
    if len(t) == 0:
        raise ValueError("empty separator")
    at = rfind_text(s, t, 0, len(s))
    if at < 0:
        return [Str(""), Str(""), Str(s)]
    return [Str(s[:at]), Str(t), Str(s[at + len(t):])]

# By a dict of code points; what it does not have stays as it is.
def text_translate(s: str, table: V) -> str:
    if table is not Dict:
        unsupported("str.translate by something else than a dict")
    out = ""
    i = 0
    while i < len(s):
        entry = DICTS[table.dict][Int(s[i])]
        if entry is Unbound:
            out = out + [s[i]]
        elif entry.items[1] is Str:
            out = out + entry.items[1].str
        elif entry.items[1] is not None:
            if not is_integral(entry.items[1]):
                if has_methods(entry.items[1]):
                    unsupported("an object in a table of characters")
                raise TypeError(unknown)
            c = as_int(entry.items[1])
            if c < 0 or c > 1114111:
                raise ValueError(unknown)
            out = out + [c]
        i += 1
    return out

# The dict that str.translate takes: of one dict, or of two texts of one length and what is left out.
def maketrans(a: V, b: V, c: V) -> V:
    out = new_dict()
    if b is Unbound:
        if a is not Dict:
            raise TypeError("if you give only one argument to maketrans it must be a dict")
        i = 0
        while i < len(ORDERS[a.dict]):
            entry = DICTS[a.dict][ORDERS[a.dict][i]]
            key = entry.items[0]
            if key is Str:
                if len(key.str) != 1:
                    raise ValueError("string keys in translate table must be of length 1")
                key = Int(key.str[0])
            elif not is_integral(key):
                if has_methods(key):
                    unsupported("an object in a table of characters")
                raise TypeError("keys in translate table must be strings or integers")
            dict_set(out.dict, key, entry.items[1])
            i += 1
        return out
    if a is not Str or b is not Str:
        raise TypeError(unknown)
    if c is not Unbound and c is not Str:
        raise TypeError(unknown)
    if len(a.str) != len(b.str):
        raise ValueError("the first two maketrans arguments must have equal length")
    i = 0
    while i < len(a.str):
        dict_set(out.dict, Int(a.str[i]), Int(b.str[i]))
        i += 1
    i = 0
    while i < len(c.str):
        dict_set(out.dict, Int(c.str[i]), None)
        i += 1
    return out
