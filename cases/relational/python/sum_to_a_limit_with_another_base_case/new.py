def limit(n):
    if n <= 1:
        return n if n > 0 else 0
    return n + limit(n - 1)
