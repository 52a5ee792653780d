def rounded(x: int):
    return x // 10 * 10
