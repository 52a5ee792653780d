def ends(xs):
    match xs:
        case []:
            return 0
        case [only]:
            return only
        case [first, *_, last]:
            return first + last


def client(a: int, b: int):
    return ends([a, b])
