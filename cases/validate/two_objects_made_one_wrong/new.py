from parts import add, builder, text


def rest(s: str):
    a = builder()
    add(a, s)
    return text(a)
