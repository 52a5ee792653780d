def __getattr__(name):
    if name == "limit":
        return 1
    raise AttributeError(name)
