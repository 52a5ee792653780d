from typing import Optional
def f(a: Optional[list[int]], b: Optional[list[int]]):
    if a is None or b is None:
        return 0
    a.append(1)
    return len(b)
