from stacks import push, size


def sizes(a: "Stack", b: "Stack"):
    before = size(b) + size(b)
    push(a, 1)
    return before
