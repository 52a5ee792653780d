from lib import framed


def nothing(is_long: bool) -> bytes:
    return framed(b"") + (b"!" if is_long else b"")
