def backoff(attempts):
    delay = 1
    for _ in range(attempts):
        yield delay
        delay *= 2
