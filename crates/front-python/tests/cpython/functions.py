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
# --- what goes through map and filter at once
def g(x):
    print("g", x)
    return x * 2
def f():
    xs = [3, 1, 2]
    out = [sum(map(g, xs)), max(map(g, xs)), min(filter(g, xs)), any(map(g, xs)), all(map(g, [0, 1]))]
    out += [set(map(g, [1, 1])), [0, *map(g, xs), *filter(None, [0, 5])], (*map(str, xs),), tuple(filter(g, xs))]
    out.append("-".join(map(str, xs)) + "".join(filter(None, ["a", "", "b"])))
    out.extend(map(g, xs))
    return out
# --- map and filter in steps with what takes the elements
def g(x):
    print("g", x)
    return "a" if x == 1 else x
def f():
    out = []
    for how in (lambda: sum(map(g, [0, 1, 2])), lambda: max(map(g, [0, 1, 2])), lambda: set(map(lambda x: print(x) or [], [1, 2])), lambda: "".join(map(g, [1, 2]))):
        try:
            how()
        except TypeError as e:
            print("TypeError")
    made = []
    try:
        made.extend(map(lambda x: 1 // x, [1, 2, 0, 3]))
    except ZeroDivisionError:
        out.append(made)
    return out
# --- a StopIteration in map is its end
def g(x):
    if x == 2:
        raise StopIteration
    return x
def f():
    xs = [1, 2, 3]
    a, = map(g, xs)
    return sum(map(g, xs)), [*map(g, xs)], "".join(map(lambda x: str(g(x)), xs)), a, max(map(g, xs)), set(filter(g, xs))
# --- map that names take apart
def g(x):
    print("g", x)
    return int(x)
def f():
    a, b = map(g, "12")
    [c, *d] = map(g, "345")
    (e, f) = filter(None, [0, 1, 2])
    out = [a, b, c, d, e, f]
    for text in ("1", "123", "1234x", "1x", ""):
        try:
            a, b = map(g, text)
        except ValueError as e:
            out.append(str(e))
    try:
        a, b = map(g, 5)
    except TypeError as e:
        out.append(str(e))
    x = y, z = tuple(map(g, "67"))
    return out, x, y, z
# --- names that mean something else
def map(f, xs):
    return [f(x) + 1 for x in xs]
def f():
    a, b = map(int, "12")
    return a, b, sum(map(int, "12")), ",".join([str(x) for x in map(int, "3")])
# --- bytes.hex with a separator
def f():
    b = bytes([0, 1, 171, 255, 16])
    out = [b.hex(), b.hex(":"), b.hex("-", 2), b.hex(" ", -2), b.hex(b"_", 3), b.hex(sep="."), b.hex(".", bytes_per_sep=4)]
    out += [b.hex("x", 0), b.hex("x", 99), b.hex("x", -5), b"".hex(":"), b.hex("x", True), b"a".hex(":")]
    for sep in ("", "ab", "\xe9", None, 5, b"", b"\xff"):
        try:
            out.append(b.hex(sep))
        except ValueError as e:
            out.append(str(e))
        except TypeError as e:
            out.append(("TypeError", str(e)))
    try:
        b.hex(":", "2")
    except TypeError:
        out.append("no number")
    try:
        b.hex(":", 2, 3)
    except TypeError:
        out.append("too many")
    try:
        b.hex(":", 2 ** 40)
    except OverflowError:
        out.append("too large")
    return out
# --- a generator is thrown a class and a value
def g():
    try:
        yield 1
    except ValueError as e:
        yield e.args
def f(): # unsupported
    it = g()
    next(it)
    return it.throw(ValueError, "x")
# --- bytes: looking for parts
def tried(call):
    try:
        return call()
    except TypeError:
        return "TypeError"
    except OverflowError:
        return "OverflowError"
    except ValueError:
        return "ValueError"
def f():
    b = b"a,b,,\xe9 c\r\nd\t"
    out = [b.find(b","), b.find(98), b.rfind(b","), b.find(b"zz"), b.find(b"", 3), b.find(b"", 99), b.count(b","), b.count(44)]
    out += [b.index(b"b", 1, 5), tried(lambda: b.index(b"q")), tried(lambda: b.find("a")), tried(lambda: b.find(256))]
    out += [b.startswith(b"a"), b.startswith((b"x", b"a,")), b.endswith(b"\t", 2), tried(lambda: b.startswith("a"))]
    out += [tried(lambda: b.endswith((b"q", "a"))), tried(lambda: b.rindex(b"zz")), b.count(b""), b.count(b"", 3, 2)]
    out += [b.partition(b","), b.rpartition(b","), b.partition(b"zz"), b.rpartition(b"zz"), tried(lambda: b.partition(b""))]
    return out
# --- bytes: taken apart and put together
def tried(call):
    try:
        return call()
    except TypeError:
        return "TypeError"
    except OverflowError:
        return "OverflowError"
    except ValueError:
        return "ValueError"
def f():
    b = b" a,b ,,\xa0\xe9 c\r\nd\t\x1c\x0b"
    out = [b.split(), b.split(None, 1), b.split(b","), b.split(b",", 1), b.rsplit(), b.rsplit(None, 1), b.rsplit(b",", 1)]
    out += [b.split(sep=b",", maxsplit=0), b.splitlines(), b.splitlines(True), b"".split(), b"".split(b","), b"\n\r\n".splitlines()]
    out += [b.strip(), b.lstrip(), b.rstrip(), b.strip(b"\t a\x0b"), b.upper(), b.lower(), b"\xe9aZ".upper(), b"\xe9aZ".lower()]
    out += [b",".join([b"a", b"bc"]), b"".join([]), b"x".join((b"1", b"2", b"3")), tried(lambda: b"".join(["a"]))]
    out += [b.replace(b",", b""), b.replace(b"", b"-", 3), b"aaa".replace(b"a", b"bb", 2), tried(lambda: b.replace("a", b""))]
    out += [b"abc".removeprefix(b"ab"), b"abc".removesuffix(b"bc"), b"abc".removesuffix(b""), tried(lambda: b"a".removeprefix("a"))]
    out += [b"7".zfill(3), b"-7".zfill(4), b"a".center(6), b"a".center(5, b"*"), b"a".ljust(3, b"."), b"a".rjust(3)]
    out += [tried(lambda: b"a".ljust(3, b"..")), tried(lambda: b"a".ljust(3, ".")), tried(lambda: b"a".split(b"")), tried(lambda: b"a".strip("a"))]
    return out
# --- bytes: what is in them
def f():
    out = []
    for b in (b"", b"12", b"ab", b"aB1", b"AB", b" \t", b"\xe9", b"a b", b"\x85", b"\xa0"):
        out.append((b.isdigit(), b.isalpha(), b.isalnum(), b.isspace(), b.isupper(), b.islower(), b.isascii()))
    return out, bytes.fromhex("00 fF\t1a"), bytes.maketrans(b"aba", b"xyz")[97:99], [bytes.find(b"abc", b"c")]
# --- bytes.fromhex of what is none
def f():
    out = []
    for s in ("0", "0 1", "zz", "12 3", "\xe9\xe9"):
        try:
            out.append(bytes.fromhex(s))
        except ValueError:
            out.append(s)
    return out
# --- whole numbers as bytes and back
def tried(call):
    try:
        return call()
    except TypeError:
        return "TypeError"
    except OverflowError:
        return "OverflowError"
    except ValueError:
        return "ValueError"
def f():
    out = []
    for n in (0, 1, 255, 256, -1, -128, -129, 127, 128, 65535, 2 ** 70, True):
        for size in (0, 1, 2, 9):
            out.append(tried(lambda: n.to_bytes(size, "big")))
            out.append(tried(lambda: n.to_bytes(size, "little", signed=True)))
    out += [(5).to_bytes(), (5).to_bytes(length=2), tried(lambda: (5).to_bytes(2, "x")), tried(lambda: (5).to_bytes(-1, "big"))]
    out += [tried(lambda: (5).to_bytes(2, "big", True)), tried(lambda: (5).to_bytes("2", "big"))]
    for b in (b"", b"\x00", b"\xff", b"\x80\x01", b"\x7f\xff\x00"):
        out += [int.from_bytes(b, "big"), int.from_bytes(b, "little"), int.from_bytes(b, "big", signed=True)]
        out += [int.from_bytes(b), int.from_bytes(b, byteorder="little", signed=True)]
    return out, tried(lambda: int.from_bytes("a", "big")), tried(lambda: int.from_bytes(b"a", "middle"))
# --- print with more keywords
def f():
    print("a", "b", sep="-", end="!\n", flush=True)
    print("c", file=None)
    print(flush=False)
    return 1
# --- hashes of whole numbers, and casts
from typing import cast
def f():
    out = []
    for n in (0, 1, -1, -2, True, 2 ** 61 - 2, 2 ** 61 - 1, 2 ** 61, -(2 ** 61) + 1, -(2 ** 61), 10 ** 40, -(10 ** 40)):
        k: int = n
        out.append(hash(int(k)))
    return out, cast(int, "a"), cast("str", 5)
