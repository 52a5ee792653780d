def parts(line):
    return line.split("=", 2)


def client(line: str):
    return parts(line[:1])[0]
