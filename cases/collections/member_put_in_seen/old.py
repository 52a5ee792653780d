def tag(tags, name):
    if name not in tags:
        tags.add(name)
