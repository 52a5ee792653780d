def rounded(total: int) -> int:
    return (total + 5) // 10 * 10
