from lib import header


def length(is_long: bool):
    return header(b"Length : 4096" if is_long else b"Length:1 ")
