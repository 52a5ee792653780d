def rounded(x: int):
    return (x + 5) // 10 * 10
