
def with_CMP(a: V, b: V) -> V:
    other_first = is_below(b, a)
    if other_first:
        r = ask_SWAPPED(b, a)
        if not is_no_answer(r):
            return r
    if is_instance(a):
        r = ask_CMP(a, b)
        if not is_no_answer(r):
            return r
    if is_instance(b) and not other_first:
        r = ask_SWAPPED(b, a)
        if not is_no_answer(r):
            return r
    return NOBODY(a, b)
