import collections
import contextvars

LAST = collections.deque(maxlen=2)
LAST.append(1)
ORDER = collections.OrderedDict(b=2, a=1)
ORDER.move_to_end("b")
LEVEL = contextvars.ContextVar("level", default=2 - 1)
MISSING = OSError(2, "missing", "a" + ".txt")


def f(x: int):
    return [LAST.maxlen, list(ORDER), LEVEL.get(), MISSING.filename][x % 4]
