def f(k: str, v: int):
    return {**dict({k: v}.items()), "n": 1}
