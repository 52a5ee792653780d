from typing import Literal

Mode = Literal["fast", "safe"]


def retries(mode: Literal["fast", "safe"], n: int) -> int:
    return n if mode == "fast" else n * 2
