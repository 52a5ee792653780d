def steps(n):
    if n > 1:
        return steps(3 * n + 1 if n % 2 else n // 2) + 1
    return 0
