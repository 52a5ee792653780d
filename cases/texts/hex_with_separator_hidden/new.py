def dump(data):
    return data.hex(" ", 2)
