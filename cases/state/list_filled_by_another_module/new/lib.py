SINKS = []


def emit(n):
    for sink in SINKS:
        sink.append(n)
    return len(SINKS)


def other(n):
    return 1 + n
