SINKS = []


def emit(n):
    for sink in SINKS:
        sink.append(n)
    return sum(len(sink) for sink in SINKS)


def other(n):
    return n + 1
