def limit(n):
    if n <= 0:
        return 0
    return n + limit(n - 1)
