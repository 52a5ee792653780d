from stacks import push, size


def sizes(a: "Stack", b: "Stack"):
    push(a, 1)
    return size(b)
