def split(total, parts):
    return []
