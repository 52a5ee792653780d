def parts(line):
    return line.split("=", maxsplit=1)


def client(line: str):
    return parts(line[:1])[0]
