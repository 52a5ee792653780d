def header(line: bytes):
    name, _, value = line.partition(b":")
    return name.strip().lower(), value.strip()
