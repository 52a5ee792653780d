def read_date(text):
    y, m, d = text.split("-")
    return int(y), int(m), int(d)


def show(parts):
    return "/".join(map(str, parts))
