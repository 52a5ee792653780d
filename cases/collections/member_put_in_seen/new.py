def tag(tags, name):
    tags ^= {name}
