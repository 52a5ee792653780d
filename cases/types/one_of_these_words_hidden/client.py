from typing import Literal

from lib import retries


def tries_some(mode: Literal["fast", "safe"], n: int) -> int:
    return retries(mode, max(n, 1))
