def rounded(x: int):
    return x - x % 10
