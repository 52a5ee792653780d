from itertools import chain


def f(x: int):
    it = chain([1], None, [2])
    seen = []
    for _ in range(5):
        try:
            seen.append(next(it))
        except (TypeError, ValueError):
            seen.append("failed")
        except StopIteration:
            seen.append("done")
    return seen, x
