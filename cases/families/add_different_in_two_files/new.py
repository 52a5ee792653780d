def add(a, b):
    result = b
    result = result + b
    return result
