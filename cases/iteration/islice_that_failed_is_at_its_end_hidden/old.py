from itertools import islice


def f(x: int):
    it = islice(map(int, ["1", "x", "3"]), 5)
    seen = []
    for _ in range(5):
        try:
            seen.append(next(it))
        except (TypeError, ValueError):
            seen.append("failed")
        except StopIteration:
            seen.append("done")
    return seen, x
