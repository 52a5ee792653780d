from paths import join, part, tidy


def route(depth: int):
    path = tidy("")
    i = 0
    while i < depth:
        path = tidy(join(path, part(i)))
        i += 1
    return path
