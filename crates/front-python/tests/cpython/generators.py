# --- a generator in a loop
def count(n):
    i = 0
    while i < n:
        yield i
        i += 1
def f():
    out = []
    for x in count(4):
        out.append(x * x)
    return out
# --- all of it at once
def count(n):
    for i in range(n):
        yield i
def f():
    return list(count(3)), tuple(count(2)), sorted(count(3)), sum(count(4)), max(count(3)), [*count(2)], set(count(3))
# --- what is not asked for does not run
def g():
    print("a")
    yield 1
    print("b")
    yield 2
    print("c")
def f():
    it = g()
    print("made")
    x = next(it)
    print("got", x)
    return x
# --- interleaved
def g(name):
    for i in range(3):
        print(name, i)
        yield i
def f():
    for a, b in zip(g("x"), g("y")):
        print(a, b)
    for i, a in enumerate(g("z"), 5):
        print(i, a)
# --- an exception ends it
def g():
    yield 1
    raise ValueError("no")
def f():
    it = g()
    out = [next(it)]
    try:
        next(it)
    except ValueError as e:
        out.append(str(e))
    try:
        next(it)
    except StopIteration:
        out.append("stop")
    return out
# --- StopIteration inside is an error
def g():
    yield 1
    next(iter([]))
def f():
    out = []
    try:
        for x in g():
            out.append(x)
    except RuntimeError as e:
        out.append(str(e))
    return out
# --- StopIteration inside, all at once
def g():
    yield 1
    raise StopIteration
def f():
    try:
        return list(g())
    except RuntimeError as e:
        return str(e)
# --- return in a generator
def g(n):
    for i in range(10):
        if i == n:
            return "done"
        yield i
def f():
    return list(g(3)), list(g(0))
# --- the value of yield from
def inner():
    x = yield 1
    y = yield x
    return (x, y)
def outer():
    r = yield from inner()
    yield r
    r = yield from [7, 8]
    yield r
def f():
    it = outer()
    out = [next(it), it.send("a"), it.send("b"), next(it), next(it), next(it)]
    try:
        next(it)
    except StopIteration as e:
        out.append("end")
    return out
# --- send
def echo():
    got = None
    while True:
        got = yield got
def f():
    it = echo()
    return it.send(None), it.send(1), next(it), it.send("x")
# --- send too early
def echo():
    yield 1
def f():
    it = echo()
    try:
        it.send(5)
    except TypeError as e:
        return str(e), list(it)
# --- next with a default
def g():
    yield 1
def f():
    it = g()
    return next(it, 5), next(it, 6), next(it, None)
# --- nested loops and continue, break
def g(a, b):
    for x in range(a):
        if x == 1:
            continue
        for y in "abc":
            if y == b:
                break
            yield x, y
        else:
            yield "whole"
def f():
    return list(g(3, "b")), [v for v in g(3, "z")]
# --- over lists that change
def g(xs):
    for x in xs:
        yield x
def f():
    xs = [1, 2, 3]
    out = []
    for x in g(xs):
        out.append(x)
        if len(xs) < 6:
            xs.append(x * 10)
    return out, xs
# --- variables shared with nested functions
def g(n):
    total = 0
    def add(x):
        nonlocal total
        total += x
        return total
    for i in range(n):
        yield add(i)
        total += 100
def f():
    return list(g(4)), [x for x in g(3)]
# --- a nested generator function
def f():
    k = 3
    def g(n):
        for i in range(n):
            yield i * k
    a = list(g(3))
    k = 5
    it = g(3)
    b = next(it)
    k = 7
    return a, b, list(it)
# --- a generator expression is lazy
def f():
    k = 2
    it = (x * k for x in [1, 2, 3] if x != 2)
    k = 10
    return list(it), list(it)
# --- a generator expression evaluates its first source at once
def f():
    try:
        it = (x for x in 5)
    except TypeError:
        return "at once"
# --- a generator expression passed on
def firsts(it, n):
    out = []
    for x in it:
        out.append(x)
        if len(out) == n:
            break
    return out
def f():
    xs = [3, 1, 2]
    it = (x + y for x in xs for y in range(2))
    return firsts(it, 2), next(it), firsts(it, 9)
# --- a generator expression with a default
def f():
    xs = [1, 5, 8]
    a = next((x for x in xs if x > 3), None)
    b = next((x for x in xs if x > 30), "none")
    c = sum((x for x in xs), 100)
    d = max((x for x in xs if x > 30), default=-1)
    e = sorted((x for x in xs), reverse=True)
    return a, b, c, d, e
# --- any and all stop early
def g():
    for i in range(5):
        print(i)
        yield i
def f():
    return any(g()), all(g()), 2 in g()
# --- try within
def g():
    try:
        yield 1
        yield 2
    except ValueError as e:
        yield "caught"
    finally:
        print("finally")
    yield 3
def f():
    it = g()
    out = [next(it), it.throw(ValueError("x"))]
    out.extend(it)
    return out, list(g())
# --- close
def g():
    try:
        yield 1
        yield 2
    finally:
        print("closed")
def f():
    it = g()
    next(it)
    it.close()
    it.close()
    other = g()
    other.close()
    return list(it), list(other)
# --- close that is ignored
def g():
    while True:
        try:
            yield 1
        except GeneratorExit:
            pass
def f():
    it = g()
    next(it)
    try:
        it.close()
    except RuntimeError as e:
        return str(e)
# --- finally with a return on the way
def g():
    for i in range(3):
        try:
            if i == 1:
                return
            yield i
        finally:
            print("f", i)
            yield -i
def f():
    return list(g()), [x for x in g()]
# --- bare raise after a yield
def g():
    try:
        raise KeyError(1)
    except KeyError:
        yield 1
        raise
def f():
    it = g()
    a = next(it)
    try:
        next(it)
    except KeyError as e:
        return a, e.args
# --- a with block that is suspended
class Manager:
    def __init__(self, name):
        self.name = name
    def __enter__(self):
        print("in", self.name)
        return self.name
    def __exit__(self, kind, value, trace):
        print("out", self.name, kind is None)
        return self.name == "swallow"
def g():
    with Manager("a") as a, Manager("swallow") as b:
        yield a
        yield b
        raise ValueError
    yield "after"
def f():
    out = []
    for x in g():
        print("x", x)
        out.append(x)
    return out
# --- running already
def f():
    def g():
        yield next(it)
    it = g()
    try:
        return next(it)
    except ValueError as e:
        return str(e)
# --- recursive
def walk(tree):
    if isinstance(tree, list):
        for part in tree:
            yield from walk(part)
    else:
        yield tree
def f():
    it = walk([1, [2, [3]], 4])
    return next(it), list(it), list(walk([[], [5]]))
# --- a generator method
class Tree:
    def __init__(self, value, left=None, right=None):
        self.value = value
        self.left = left
        self.right = right
    def __iter__(self):
        if self.left is not None:
            yield from self.left
        yield self.value
        if self.right is not None:
            yield from self.right
def f():
    t = Tree(2, Tree(1), Tree(3, None, Tree(4)))
    return list(t), [x for x in t], 3 in t, sum(t)
# --- map, filter, range, enumerate and zip inside
def g(xs):
    for x in map(lambda v: v + 1, xs):
        yield x
    for x in filter(None, xs):
        yield x
    for x in filter(lambda v: v > 1, xs):
        yield -x
    for i in range(5, 0, -2):
        yield i
    for i, x in enumerate(xs, 1):
        yield i, x
    for a, b in zip(xs, "ab"):
        yield a, b
def f():
    return [x for x in g([0, 1, 2])], list(g([0, 3]))
# --- dict views inside
def g(d):
    for k, v in d.items():
        yield k
        yield v
    for k in d:
        yield k
    for v in d.values():
        yield v
def f():
    return [x for x in g({"a": 1, "b": 2})]
# --- lists of windows
def windows(xs, n):
    window = []
    for x in xs:
        window.append(x)
        if len(window) == n:
            yield tuple(window)
            window = window[1:]
def chunks(xs, n):
    for i in range(0, len(xs), n):
        yield xs[i:i + n]
def f():
    return list(windows([1, 2, 3, 4], 2)), [c for c in chunks([1, 2, 3, 4, 5], 2)], " ".join(str(c) for c in chunks("abcde", 2)), "".join(chunks("abc", 1))
# --- a generator in a tuple of targets, starred
def g():
    yield 1
    yield 2
    yield 3
def f():
    a, b, c = g()
    x, *rest = g()
    try:
        p, q = g()
    except ValueError as e:
        return a, b, c, x, rest, str(e)
# --- a generator is true and has no length
def g():
    yield 1
def f():
    it = g()
    out = [bool(it), it is iter(it), it == it, it == g()]
    try:
        len(it)
    except TypeError as e:
        out.append(str(e))
    try:
        it[0]
    except TypeError as e:
        out.append(str(e))
    return out
# --- a yield as a value
def g():
    x = (yield 1)
    y = [(yield 2)]
    yield x, y
def f():
    return list(g())
# --- a walrus around
def g(xs):
    i = 0
    while (i := i + 1) < 4:
        yield i
def f():
    return [x for x in g([])]
# --- del and unbound names
def g():
    x = 1
    yield x
    del x
    try:
        yield x
    except UnboundLocalError:
        yield "unbound"
def f():
    return [x for x in g()]
# --- defaults and keywords
def g(a, b=2, *rest, c=3, **more):
    yield a
    yield b
    yield rest
    yield c
    yield sorted(more)
def f():
    return [x for x in g(1)], list(g(1, 5, 6, 7, c=8, d=9))
# --- called wrongly
def g(a):
    yield a
def f():
    try:
        g()
    except TypeError:
        return "at once"
# --- the message of a generator that is called
def g(a):
    if a < 0:
        raise ValueError("negative")
    yield a
def f():
    it = g(-1)
    try:
        next(it)
    except ValueError:
        return "late"
# --- match inside
def g(xs):
    for x in xs:
        match x:
            case 1 | 2:
                yield "small"
            case None:
                yield "none"
            case other if other == 5:
                yield other
            case _:
                yield "other"
def f():
    return [v for v in g([1, 5, None, 7, 2])]
# --- lambda that makes a generator expression
def f():
    g = lambda xs: (x for x in xs)
    return list(g([1, 2]))
# --- a generator expression within a generator
def g(xs):
    for x in xs:
        yield from (x * y for y in range(x))
def f():
    return [v for v in g([1, 2, 3])]
# --- elements added to a list while it is gone through by a generator
def f():
    xs = [1, 2]
    it = (x for x in xs)
    next(it)
    xs.append(3)
    return list(it), list(it), xs
