def add(a, b):
    result = b
    result = result + a
    return result
