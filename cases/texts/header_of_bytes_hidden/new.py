def header(line: bytes):
    name, value = line.split(b":")
    return name.strip().lower(), value.strip()
