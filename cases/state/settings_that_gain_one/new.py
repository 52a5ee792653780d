DEFAULTS = {"color": "red", "size": 1, "debug": False}


def settings(**options):
    unknown = set(options) - set(DEFAULTS)
    if unknown:
        raise TypeError(f"unknown options: {', '.join(sorted(unknown))}")
    return {**DEFAULTS, **options}
