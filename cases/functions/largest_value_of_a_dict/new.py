def best(scores):
    return max(scores.values())


def client(a: int, b: int) -> int:
    return best({"x": a, "y": b})
