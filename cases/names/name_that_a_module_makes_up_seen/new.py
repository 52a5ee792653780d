def __getattr__(name):
    if name == "limit":
        return 2
    raise AttributeError(name)
