def limit(n):
    if n <= 1:
        return n
    return n + limit(n - 1)
