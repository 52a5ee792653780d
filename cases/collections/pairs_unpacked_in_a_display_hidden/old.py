def f(k: str, v: int):
    return {**{k: v}, "n": 1}
