from paths import join, part, tidy


def route(depth: int):
    path = ""
    i = 0
    while i < depth:
        path = join(path, part(i))
        i += 1
    return path
