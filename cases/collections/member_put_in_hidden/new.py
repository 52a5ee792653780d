def tag(tags, name):
    tags.add(name)
