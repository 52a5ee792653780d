
def with_CMP(a: V, b: V) -> V:
    other_first = is_below(b, a)
    if other_first:
        r = ask_SWAPPED(b, a)
        if not is_no_answer(r):
            return r
    if a is Object:
        r = ask_CMP(a, b)
        if not is_no_answer(r):
            return r
    if b is Object and not other_first:
        r = ask_SWAPPED(b, a)
        if not is_no_answer(r):
            return r
    return NOBODY(a, b)
