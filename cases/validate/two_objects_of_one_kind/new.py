from stacks import push, size


def sizes(a: "Stack", b: "Stack"):
    once = size(b)
    push(a, 1)
    return once + once
