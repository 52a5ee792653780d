def dump(data):
    return " ".join("%02x" % x for x in data)
