def f(k: str, v: int):
    return {**{k: v}.items(), "n": 1}
