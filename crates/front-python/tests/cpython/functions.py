# --- functools.wraps
import functools
from functools import wraps
def deco(h):
    @wraps(h)
    def inner(*args, **kwargs):
        return h(*args, **kwargs) + 1
    return inner
def other(h):
    @functools.wraps(h)
    def inner(x):
        return h(x) * 2
    return inner
@deco
@other
def g(a):
    return a
def f():
    return g(3)
# --- functools.reduce
from functools import reduce
def f():
    out = [reduce(lambda a, b: a + b, [1, 2, 3]), reduce(lambda a, b: a * b, [2, 3], 10), reduce(max, [], 5)]
    out.append(reduce(lambda a, b: a + [b], "abc", []))
    try:
        reduce(lambda a, b: a, [])
    except TypeError:
        out.append("empty")
    try:
        reduce(lambda a, b: a, [1], 2, 3)
    except TypeError:
        out.append("too many")
    return out
# --- functools.partial
import functools
def g(a, b=2, *rest, c=3, **more):
    return a, b, rest, c, more
def f():
    p = functools.partial(g, 1)
    q = functools.partial(p, 5, c=6, d=7)
    out = [p(), p(9), q(), q(8, c=0), functools.partial(max, 3)(5, 4)]
    try:
        functools.partial(5)
    except TypeError:
        out.append("no function")
    return out
# --- functools.lru_cache and cache
import functools
@functools.lru_cache(maxsize=None)
def fib(n):
    print("fib", n)
    return n if n < 2 else fib(n - 1) + fib(n - 2)
@functools.cache
def g(a, b=1):
    print("g", a, b)
    return [a]
@functools.lru_cache
def h(a):
    print("h")
    return a
def f():
    out = [fib(6), g(1) is g(1), g(1) is g(1, b=1), g(True) is g(1), g(1.0) is g(True), h("x"), h("x")]
    try:
        g([])
    except TypeError:
        out.append("no hash")
    return out
# --- a cache that raises keeps nothing
from functools import cache
@cache
def g(a):
    print("g")
    if a:
        raise ValueError
    return a
def f():
    for x in (1, 1, 0, 0):
        try:
            g(x)
        except ValueError:
            print("raised")
# --- contextlib.contextmanager
from contextlib import contextmanager
@contextmanager
def tag(name):
    print("<", name)
    yield name.upper()
    print(">", name)
def f():
    with tag("a") as a, tag("b"):
        print(a)
    with tag("c"):
        return a
# --- a manager that is a generator, and exceptions
from contextlib import contextmanager
@contextmanager
def swallow(kind):
    try:
        yield
    except kind:
        print("swallowed")
    finally:
        print("finally")
def f():
    out = []
    with swallow(ValueError):
        raise ValueError
    try:
        with swallow(ValueError):
            raise KeyError("x")
    except KeyError as e:
        out.append(e.args)
    for i in range(3):
        with swallow(ZeroDivisionError):
            if i == 1:
                continue
            out.append(1 // i)
    return out
# --- a manager that raises another exception
from contextlib import contextmanager
@contextmanager
def change():
    try:
        yield
    except ValueError:
        raise KeyError("other")
def f():
    try:
        with change():
            raise ValueError
    except KeyError as e:
        return e.args
# --- managers that do not yield once
from contextlib import contextmanager
@contextmanager
def never():
    return
    yield
@contextmanager
def twice():
    yield 1
    yield 2
@contextmanager
def again():
    try:
        yield 1
    except ValueError:
        yield 2
def f():
    out = []
    try:
        with never():
            pass
    except RuntimeError as e:
        out.append(str(e))
    try:
        with twice():
            pass
    except RuntimeError as e:
        out.append(str(e))
    try:
        with again():
            raise ValueError
    except RuntimeError as e:
        out.append(str(e))
    return out
# --- contextlib.suppress and nullcontext
import contextlib
def f():
    out = []
    with contextlib.suppress(ValueError, KeyError):
        out.append(1)
        {}["x"]
        out.append(2)
    with contextlib.suppress():
        out.append(3)
    with contextlib.nullcontext(5) as x:
        out.append(x)
    try:
        with contextlib.suppress(KeyError):
            raise ValueError
    except ValueError:
        out.append("through")
    return out
# --- with of something else
def f():
    try:
        with 5:
            pass
    except TypeError:
        return "no manager"
