from typing import Literal

Mode = Literal["fast", "safe"]


def retries(mode: Literal["fast", "safe"], n: int) -> int:
    if mode == "fast":
        return n
    if mode == "safe":
        return n * 2 if n > 0 else 0
    raise ValueError(mode)
