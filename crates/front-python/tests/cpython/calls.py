# --- stars in calls of functions
def g(a, b=2, *rest, c=3, **more):
    return a, b, rest, c, more
def f():
    xs = [1, 2, 3, 4]
    d = {"c": 5, "x": 6}
    return g(*xs), g(*xs, **d), g(0, *xs[:1], c=9), g(**{"a": 1}), g(*"ab", *[], **{}, **{"y": 1}), g(1, **{"b": 7})
# --- a wrapper that passes everything on
def wrap(h):
    def inner(*args, **kwargs):
        print(len(args), sorted(kwargs))
        return h(*args, **kwargs)
    return inner
@wrap
def add(a, b, *, scale=1):
    return (a + b) * scale
def f():
    return add(1, 2), add(1, b=3), add(b=1, a=2, scale=5)
# --- too many
def g(a):
    return a
def f():
    try:
        return g(*[1, 2])
    except TypeError:
        return "refused"
# --- too few
def g(a, b):
    return a
def f():
    try:
        return g(*[1])
    except TypeError:
        return "refused"
# --- twice by stars
def g(a, **more):
    return a
def f():
    out = []
    for d in ({"a": 1}, {"b": 2}, {1: 2}):
        try:
            out.append(g(5, **d))
        except TypeError:
            out.append("refused")
    try:
        out.append(g(1, b=2, **{"b": 3}))
    except TypeError:
        out.append("twice")
    return out
# --- unknown keyword by stars
def g(a):
    return a
def f():
    try:
        return g(1, **{"b": 2})
    except TypeError:
        return "refused"
# --- positional only by stars
def g(a, /, b, **more):
    return a, b, more
def f():
    out = [g(1, 2, **{"a": 3})]
    try:
        g(**{"a": 1, "b": 2})
    except TypeError:
        out.append("refused")
    return out
# --- keyword only by stars
def g(*, a, b=2):
    return a, b
def f():
    out = [g(**{"a": 1}), g(**{"b": 3}, a=4)]
    try:
        g(*[1], a=1)
    except TypeError:
        out.append("refused")
    try:
        g(**{"b": 1})
    except TypeError:
        out.append("missing")
    return out
# --- builtins with stars
def f():
    xs = [3, 1, 2]
    ys = [[1, 2], [3, 4], [5, 6]]
    print(*xs)
    print(*[])
    r = range(*[1, 4])
    return max(*xs), min(*[xs]), list(zip(*ys)), list(r), isinstance(*[1, int]), sum(*[xs]), sorted(*[xs])
# --- exceptions with stars
class Own(Exception):
    pass
def f():
    out = []
    try:
        raise ValueError(*["a", 1])
    except ValueError as e:
        out.append(e.args)
    kind = KeyError
    out.append(kind(*[5]).args)
    return out
# --- methods with stars
class Point:
    def __init__(self, x, y=0, **more):
        self.x = x
        self.y = y
        self.more = more
    def moved(self, dx, dy=0):
        return Point(self.x + dx, self.y + dy)
    @classmethod
    def at(cls, *args, **kwargs):
        return cls(*args, **kwargs)
    @staticmethod
    def both(*args):
        return args
class Named(Point):
    def __init__(self, name, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.name = name
def f():
    p = Point(*[1, 2])
    q = p.moved(*(1,), **{"dy": 5})
    n = Named("n", *[7], y=8, z=9)
    a = Point.at(*[4], **{"y": 3})
    return p.x, p.y, q.x, q.y, n.name, n.x, n.y, n.more, a.x, a.y, p.both(*[1, 2]), Point.both(*"xy")
# --- object.__init__ behind a class, with stars
class A:
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.seen = len(args)
def f():
    out = [A().seen]
    try:
        A(1)
    except TypeError:
        out.append("refused")
    return out
# --- the order of evaluation
def say(x):
    print(x)
    return x
def g(*args, **kwargs):
    return args, kwargs
def f():
    return g(say(1), *say([2]), k=say(3), **say({"l": 4}))
# --- a star of what is no sequence
def g(*args):
    return args
def f():
    out = []
    for x in (5, None):
        try:
            g(*x)
        except TypeError:
            out.append("no")
    try:
        g(**[])
    except TypeError:
        out.append("no mapping")
    return out
# --- a star of a generator
def g(*args):
    return args
def gen():
    yield 1
    yield 2
def f():
    return g(*gen()), g(*(x for x in "ab")), g(*range(3)), g(*{"k": 1})
# --- what is passed on is new
def g(*args, **kwargs):
    kwargs["new"] = 1
    return args, kwargs
def f():
    d = {"a": 1}
    t = (1, 2)
    r = g(*t, **d)
    return d, r
# --- a value that cannot be called
def f():
    x = 5
    try:
        return x(*[1])
    except TypeError:
        return "no"
# --- a decorator with arguments
def repeat(n):
    def deco(h):
        def inner(*args, **kwargs):
            return [h(*args, **kwargs) for _ in range(n)]
        return inner
    return deco
@repeat(2)
def g(a, b=1):
    return a + b
@repeat(n=3)
@repeat(1)
def h(a):
    return a
def f():
    return g(1), g(1, b=5), h("x")
# --- a decorator that keeps state
def counted(h):
    count = 0
    def inner(*args):
        nonlocal count
        count += 1
        return count, h(*args)
    return inner
@counted
def g(a):
    return a
def f():
    return g(1), g(2)
# --- a decorator that is a class
class Traced:
    def __init__(self, h):
        self.h = h
        self.calls = 0
    def __call__(self, *args, **kwargs):
        self.calls += 1
        return self.h(*args, **kwargs)
@Traced
def g(a, b):
    return a - b
def f():
    return g(5, b=3), g(*[1, 1]), g.calls
# --- defaults that are not literals, by stars
LIMIT = [1]
def g(a, b=LIMIT, c=len("abc")):
    return a, b is LIMIT, c
def f():
    return g(*[1]), g(*[1, 2]), g(**{"a": 1, "c": 0})
# --- functions held in a list
def one(a, b=1):
    return a, b
def two(*args):
    return args
def f():
    out = []
    for h in (one, two, lambda x, y=9: (x, y)):
        out.append(h(*[1, 2]))
    return out
