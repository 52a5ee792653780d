def split(total, parts):
    if parts <= 0:
        return []
    share = total // parts
    return [share] * (parts - 1) + [total - share * (parts - 1)]
