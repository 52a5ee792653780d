def split(total, parts):
    if parts <= 0:
        return []
    return [total // parts] * parts
