def rounded(total: int) -> int:
    return total // 10 * 10
