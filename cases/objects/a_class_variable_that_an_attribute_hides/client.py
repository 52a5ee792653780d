from library import Config


def allowed(n: int) -> bool:
    config = Config()
    if n > 5:
        config.limit = 7
        config.strict = True
    return config.allows(n)
