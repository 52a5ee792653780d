from library import tag


def g(tags: set[str], name: str) -> int:
    tag(tags, name)
    return len(tags)
