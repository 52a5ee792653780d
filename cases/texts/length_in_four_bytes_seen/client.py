from lib import framed


def greeting(is_long: bool) -> bytes:
    return framed(b"good morning" if is_long else b"hi")
