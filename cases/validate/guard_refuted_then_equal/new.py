from codec import byte_count


def room(s):
    return byte_count(s)
