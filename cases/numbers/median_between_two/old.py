def median(values):
    values = sorted(values)
    return values[len(values) // 2]
