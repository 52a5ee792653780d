def read_date(text):
    y, m, d = map(int, text.split("-"))
    return y, m, d


def show(parts):
    return ".".join(map(str, parts))
