from parts import add, builder, text


def rest(s: str):
    a = builder()
    b = builder()
    add(a, s)
    return text(b)
