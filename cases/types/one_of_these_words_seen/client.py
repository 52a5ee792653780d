from typing import Literal

from lib import retries


def tries(mode: Literal["fast", "safe"], n: int) -> int:
    return retries(mode, n)
