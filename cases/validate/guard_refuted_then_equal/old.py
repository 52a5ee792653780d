from codec import byte_count, fast_count, is_ascii


def room(s):
    if is_ascii(s):
        return fast_count(s)
    return byte_count(s)
