from library import Config


def allowed(n: int) -> bool:
    config = Config()
    config.strict = True
    return config.allows(n)
