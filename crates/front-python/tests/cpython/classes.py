# --- abstract classes
import abc
from abc import ABC, abstractmethod
class Shape(ABC):
    @abstractmethod
    def area(self):
        return 0
    @property
    @abstractmethod
    def name(self):
        return "shape"
    def told(self):
        return self.name, self.area()
class Square(Shape):
    def __init__(self, side):
        self.side = side
    def area(self):
        return self.side ** 2 + super().area()
    @property
    def name(self):
        return "square"
class Half(Shape):
    def area(self):
        return 1
class Meta(metaclass=abc.ABCMeta):
    @abc.abstractmethod
    def go(self):
        pass
class Plain:
    @abstractmethod
    def go(self):
        return "went"
def f():
    out = [Square(3).told(), isinstance(Square(1), Shape), Plain().go()]
    for kind in (Shape, Half, Meta):
        try:
            kind()
            out.append("made")
        except TypeError:
            out.append("refused")
    return out
# --- slots
class Point:
    __slots__ = ("x", "y")
    def __init__(self, x):
        self.x = x
class Named(Point):
    __slots__ = ["name"]
class Open(Point):
    pass
def f():
    p = Point(1)
    out = [p.x]
    try:
        p.z = 1
    except AttributeError:
        out.append("no z")
    try:
        p.y
    except AttributeError:
        out.append("no y yet")
    p.y = 5
    del p.y
    n = Named(2)
    n.name = "n"
    n.y = 3
    try:
        n.other = 1
    except AttributeError:
        out.append("no other")
    o = Open(3)
    o.other = 4
    return out, n.name, n.y, o.other, hasattr(p, "y"), hasattr(o, "other")
# --- a cached property
from functools import cached_property
class C:
    def __init__(self, n):
        self.n = n
    @cached_property
    def double(self):
        print("computed")
        return [self.n * 2]
def f():
    c = C(2)
    a = c.double
    c.n = 5
    b = c.double
    out = [a, a is b]
    c.double = 7
    out.append(c.double)
    del c.double
    out.append(c.double)
    return out
# --- total ordering
from functools import total_ordering
@total_ordering
class V:
    def __init__(self, n):
        self.n = n
    def __eq__(self, other):
        if not isinstance(other, V):
            return NotImplemented
        return self.n == other.n
    def __lt__(self, other):
        if not isinstance(other, V):
            return NotImplemented
        return self.n < other.n
@total_ordering
class W:
    def __init__(self, n):
        self.n = n
    def __eq__(self, other):
        return self.n == other.n
    def __ge__(self, other):
        return self.n >= other.n
def f():
    out = []
    for kind in (V, W):
        for a, b in ((1, 2), (2, 2), (3, 2)):
            x, y = kind(a), kind(b)
            out.append((x < y, x <= y, x > y, x >= y, x == y, x != y))
    try:
        V(1) <= 5
    except TypeError:
        out.append("refused")
    return out
# --- getattr, hasattr, setattr and delattr
class C:
    kind = "c"
    def __init__(self):
        self.x = 1
    def m(self):
        return self.x
    @property
    def p(self):
        raise AttributeError("inside")
    @property
    def q(self):
        raise ValueError("inside")
def f():
    c = C()
    out = [getattr(c, "x"), getattr(c, "y", 5), getattr(c, "m")(), getattr(c, "kind"), getattr(c, "p", "none")]
    out.append((hasattr(c, "x"), hasattr(c, "y"), hasattr(c, "m"), hasattr(c, "p"), hasattr(5, "y"), hasattr(C, "kind")))
    setattr(c, "y", 6)
    out.append(c.y)
    delattr(c, "y")
    out.append(hasattr(c, "y"))
    try:
        getattr(c, "z")
    except AttributeError:
        out.append("no z")
    try:
        hasattr(c, "q")
    except ValueError:
        out.append("through")
    return out
# --- private names are not private in texts
class C:
    def __init__(self):
        self.__x = 1
    def told(self):
        return hasattr(self, "__x"), hasattr(self, "_C__x"), self.__x
def f(): # unsupported
    return C().told()
# --- sequence patterns
def kind(x):
    match x:
        case []:
            return "empty"
        case [a]:
            return "one", a
        case [1, b]:
            return "starts with one", b
        case [a, [b, c]]:
            return "nested", a, b, c
        case (a, b):
            return "two", a, b
        case [first, *_, "end"]:
            return "ends", first
        case [first, *rest]:
            return "many", first, rest
        case _:
            return "other"
def f():
    return [kind(x) for x in ([], [1], [1, 2], (2, [3, 4]), (2, 3), ["a", 0, "end"], [3, 4, 5], "ab", range(3), 5, None, {1: 2})]
# --- a pattern that fails binds nothing
def f():
    a = b = "before"
    match [1, 2]:
        case [a, 5]:
            pass
        case [1, b] if b == 9:
            pass
        case _:
            pass
    return a, b
# --- mapping patterns
def kind(x):
    match x:
        case {"type": "a", "v": v}:
            return "a", v
        case {"type": t, **rest}:
            return t, rest
        case {1: [x, y]}:
            return x, y
        case {}:
            return "mapping"
        case _:
            return "other"
def f():
    return [kind(x) for x in ({"type": "a", "v": 1, "w": 2}, {"type": "b", "z": 3}, {1: (4, 5)}, {}, {2: 3}, [], 5)]
# --- class patterns
from dataclasses import dataclass
@dataclass
class Point:
    x: int
    y: int = 0
class Other:
    def __init__(self, v):
        self.v = v
def kind(p):
    match p:
        case Point(0, 0):
            return "origin"
        case Point(x=0, y=y):
            return "on y", y
        case Point(x, y) if x == y:
            return "diagonal", x
        case Point(x):
            return "point", x
        case Other(v=int(n)) | Other(v=[n]):
            return "other", n
        case Other(w=_):
            return "never"
        case Other():
            return "other"
        case bool(b):
            return "bool", b
        case int(n) | float(n):
            return "number", n
        case str():
            return "text"
        case None:
            return "none"
def f():
    values = [Point(0), Point(0, 2), Point(3, 3), Point(1, 2), Other(5), Other(["x"]), Other("y"), True, 7, 2.5, "t", None, []]
    return [kind(v) for v in values]
# --- exceptions with a body
class Base(Exception):
    code = 5
    def told(self):
        return self.code
class Own(Base, ):
    """One of them."""
    code = 6
def f():
    out = []
    try:
        raise Own("a", 2)
    except Base as e:
        out.append((e.args, isinstance(e, Own), str(Own("x"))))
    try:
        raise Base
    except Own:
        out.append("wrong")
    except Exception:
        out.append("right")
    return out
# --- items, keys and values of an object
class Table:
    def __init__(self, n):
        self.n = n
    def items(self):
        for i in range(self.n):
            yield i, i * i
    def keys(self):
        return [1, 2]
    values = 5
def f():
    t = Table(3)
    out = [list(t.items()), [k for k in t.keys()]]
    for a, b in t.items():
        out.append(a + b)
    try:
        for v in t.values():
            pass
    except TypeError:
        out.append("no method")
    d = {"k": 1}
    return out, list(d.items()), sorted(d.values())
