def value_of(line):
    return line.split("=")[1]


def client(line: str):
    return value_of(line)
