def locate(base, name):
    return base + "/" + name
