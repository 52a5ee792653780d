# Compiled patterns and matches: texts and numbers. What a pattern matches is an operator.

def subject_of(a: V) -> str:
    if a is Str:
        return a.str
    if a is Bytes:
        raise TypeError("cannot use a string pattern on a bytes-like object")
    if has_methods(a):
        unsupported("a regular expression on an object")
    raise TypeError("expected string or bytes-like object, got '" + type_name(a) + "'")

# Where a search begins or ends; Unbound: not said.
def search_bound(a: V, usual: int, length: int) -> int:
    if a is Unbound:
        return usual
    i = index_of(a)
    check_size(i)
    return 0 if i < 0 else (length if i > length else i)

# The library's own rules for a search that ends before it begins are its own.
def check_order(a: int, b: int):
    if a > b:
        unsupported("a search that ends before it begins")

def match_made(p: V, s: str, a: int, b: int, spans: str) -> V:
    if len(spans) == 0:
        return None
    return Match(p, s, a, b, spans)

def pattern_match(p: V, text: V, pos: V, endpos: V) -> V:
    s = subject_of(text)
    a = search_bound(pos, 0, len(s))
    b = search_bound(endpos, len(s), len(s))
    check_order(a, b)
    return match_made(p, s, a, b, regex_match(p.pattern, p.pattern_flags, s, a, b))

def pattern_fullmatch(p: V, text: V, pos: V, endpos: V) -> V:
    s = subject_of(text)
    a = search_bound(pos, 0, len(s))
    b = search_bound(endpos, len(s), len(s))
    check_order(a, b)
    return match_made(p, s, a, b, regex_full_match(p.pattern, p.pattern_flags, s, a, b))

def pattern_search(p: V, text: V, pos: V, endpos: V) -> V:
    s = subject_of(text)
    a = search_bound(pos, 0, len(s))
    b = search_bound(endpos, len(s), len(s))
    check_order(a, b)
    return match_made(p, s, a, b, regex_search(p.pattern, p.pattern_flags, s, a, b))

# How many numbers tell one match.
def span_count(p: V) -> int:
    return 2 * regex_groups(p.pattern, p.pattern_flags) + 3

def matches_of(p: V, s: str, a: int, b: int, limit: int) -> seq:
    all = regex_all(p.pattern, p.pattern_flags, s, a, b, limit)
    n = span_count(p)
    out = []
    i = 0
    while i < len(all):
        out = out + [Match(p, s, a, b, all[i:i + n])]
        i += n
    return out

def pattern_finditer(p: V, text: V, pos: V, endpos: V) -> V:
    s = subject_of(text)
    a = search_bound(pos, 0, len(s))
    b = search_bound(endpos, len(s), len(s))
    check_order(a, b)
    return make_iterator([Builtin(atom("sequence")), Tuple(matches_of(p, s, a, b, 0)), Int(0)])

# For what is called with each match.
def pattern_matches(p: V, text: V, count: V) -> V:
    s = subject_of(text)
    n = index_of(count)
    check_size(n)
    return Tuple(matches_of(p, s, 0, len(s), n))

def pattern_findall(p: V, text: V, pos: V, endpos: V) -> V:
    s = subject_of(text)
    a = search_bound(pos, 0, len(s))
    b = search_bound(endpos, len(s), len(s))
    check_order(a, b)
    groups = regex_groups(p.pattern, p.pattern_flags)
    if groups < 2:
        return new_list(wrap_texts(regex_texts(p.pattern, p.pattern_flags, s, a, b)))
    found = matches_of(p, s, a, b, 0)
    out = []
    i = 0
    while i < len(found):
        out = out + [match_groups(found[i], Str(""))]
        i += 1
    return new_list(out)

def pattern_split(p: V, text: V, maxsplit: V) -> V:
    s = subject_of(text)
    n = index_of(maxsplit)
    check_size(n)
    groups = regex_groups(p.pattern, p.pattern_flags)
    if groups == 0:
        return new_list(wrap_texts(regex_pieces(p.pattern, p.pattern_flags, s, n)))
    found = matches_of(p, s, 0, len(s), n)
    out = []
    at = 0
    i = 0
    while i < len(found):
        m = found[i]
        out = out + [Str(s[at:m.spans[0]])] + match_groups(m, None).items
        at = m.spans[1]
        i += 1
    return new_list(out + [Str(s[at:])])

def check_template(p: V, template: V):
    if template is not Str:
        unsupported("what a regular expression puts in")
    if not regex_fits(p.pattern, p.pattern_flags, template.str):
        unsupported("a template of a regular expression")

def pattern_sub(p: V, template: V, text: V, count: V) -> V:
    check_template(p, template)
    s = subject_of(text)
    n = index_of(count)
    check_size(n)
    return Str(regex_replace(p.pattern, p.pattern_flags, template.str, s, n))

def pattern_subn(p: V, template: V, text: V, count: V) -> V:
    made = pattern_sub(p, template, text, count)
    s = subject_of(text)
    all = regex_all(p.pattern, p.pattern_flags, s, 0, len(s), index_of(count))
    return Tuple([made, Int(len(all) // span_count(p))])

def regex_escaped(a: V) -> V:
    if a is not Str:
        unsupported("re.escape of this type")
    return Str(regex_escape(a.str))

def not_a_template(a: V) -> V:
    unsupported("what a regular expression puts in")

# The number of the group that is asked for.
def group_number(m: V, i: V) -> int:
    p = m.matched_by
    k = -1
    if i is Str:
        k = regex_group(p.pattern, p.pattern_flags, i.str)
    elif is_integral(i):
        k = as_int(i)
    elif has_methods(i):
        unsupported("__index__")
    if k < 0 or k > regex_groups(p.pattern, p.pattern_flags):
        raise IndexError("no such group")
    return k

def group_value(m: V, k: int, default: V) -> V:
    p = m.matched_by
    if k == 0 or regex_is_always(p.pattern, p.pattern_flags, k) or m.spans[2 * k] >= 0:
        return Str(m.subject[m.spans[2 * k]:m.spans[2 * k + 1]])
    return default

def match_item(m: V, i: V) -> V:
    return group_value(m, group_number(m, i), None)

def match_group(m: V, items: seq) -> V:
    if len(items) == 0:
        return group_value(m, 0, None)
    if len(items) == 1:
        return match_item(m, items[0])
    out = []
    i = 0
    while i < len(items):
        out = out + [match_item(m, items[i])]
        i += 1
    return Tuple(out)

def match_groups(m: V, default: V) -> V:
    p = m.matched_by
    groups = regex_groups(p.pattern, p.pattern_flags)
    out = []
    k = 1
    while k <= groups:
        out = out + [group_value(m, k, default)]
        k += 1
    return Tuple(out)

def match_groupdict(m: V, default: V) -> V:
    p = m.matched_by
    groups = regex_groups(p.pattern, p.pattern_flags)
    made = new_dict()
    k = 1
    while k <= groups:
        name = regex_name(p.pattern, p.pattern_flags, k)
        if len(name) != 0:
            dict_set(made.dict, Str(name), group_value(m, k, default))
        k += 1
    return made

def match_start(m: V, group: V) -> V:
    k = group_number(m, group)
    return Int(m.spans[2 * k])

def match_end(m: V, group: V) -> V:
    k = group_number(m, group)
    return Int(m.spans[2 * k + 1])

def match_span(m: V, group: V) -> V:
    k = group_number(m, group)
    return Tuple([Int(m.spans[2 * k]), Int(m.spans[2 * k + 1])])

def match_lastindex(m: V) -> V:
    last = m.spans[len(m.spans) - 1]
    return None if last == 0 else Int(last)

def match_lastgroup(m: V) -> V:
    p = m.matched_by
    name = regex_name(p.pattern, p.pattern_flags, m.spans[len(m.spans) - 1])
    return None if len(name) == 0 else Str(name)

def match_string(m: V) -> V:
    return Str(m.subject)

def match_pos(m: V) -> V:
    return Int(m.searched_from)

def match_endpos(m: V) -> V:
    return Int(m.searched_to)

def match_re(m: V) -> V:
    return m.matched_by

def pattern_pattern(p: V) -> V:
    return Str(p.pattern)

def pattern_flags_of(p: V) -> V:
    return Int(p.pattern_flags)

def pattern_groups(p: V) -> V:
    return Int(regex_groups(p.pattern, p.pattern_flags))
