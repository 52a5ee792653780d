DEFAULTS = {"color": "red", "size": 1}


def settings(**options):
    merged = dict(DEFAULTS)
    merged.update(options)
    return merged
