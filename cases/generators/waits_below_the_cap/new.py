def backoff(attempts, cap=8):
    delay = 1
    for _ in range(attempts):
        yield min(delay, cap)
        delay *= 2
