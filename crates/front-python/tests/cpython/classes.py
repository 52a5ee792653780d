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
# --- __new__
class Point:
    made = 0
    def __new__(cls, x, y=2):
        Point.made += 1
        if x is None:
            return None
        o = super().__new__(cls)
        o.x = x
        return o
    def __init__(self, x, y=2):
        self.y = y
class Far(Point):
    def __new__(cls, *args, **kwargs):
        o = super().__new__(cls, *args, **kwargs)
        if o is not None:
            o.z = 5
        return o
class Other:
    def __new__(cls, what):
        return what
    def __init__(self, what):
        raise ValueError("not called")
class Bare:
    def __new__(cls, *args):
        return object.__new__(cls)
class Wrong:
    def __new__(cls, a):
        return super().__new__(cls, a)
def tried(call):
    try:
        return call()
    except TypeError:
        return "TypeError"
def f():
    p, q = Point(1), Far(3, y=4)
    out = [p.x, p.y, q.x, q.y, q.z, type(q) is Far, Point(None), Far(None), Other(7), Other("a")]
    out += [type(Bare(1, 2)) is Bare, tried(lambda: Wrong(1)), tried(lambda: Point()), Point.made, hasattr(p, "z")]
    out += [Point.__new__(Far, 9).x, isinstance(Point.__new__(Point, 1), Point), hasattr(Point.__new__(Point, 1), "y")]
    return out
# --- one object for all
class One:
    kept = None
    def __new__(cls):
        if cls.kept is None:
            cls.kept = super().__new__(cls)
            cls.kept.n = 0
        return cls.kept
    def __init__(self):
        self.n += 1
def f():
    a, b = One(), One()
    return a is b, a.n, One().n
# --- __getattr__
class Lazy:
    kind = "lazy"
    def __init__(self, data):
        self.data = data
    def __getattr__(self, name):
        if name not in self.data:
            raise AttributeError(name)
        return self.data[name]
    def told(self):
        return self.a
class Proxy:
    def __init__(self, of):
        self._of = of
    def __getattr__(self, name):
        return getattr(self._of, "upper") if name == "shout" else (name, self._of)
    @property
    def fine(self):
        return self._of
class Below(Lazy):
    a = 9
    def __len__(self):
        return 2
def f():
    x = Lazy({"a": 1, "kind": 2})
    out = [x.a, x.kind, x.told(), hasattr(x, "a"), hasattr(x, "b"), getattr(x, "b", 7), Below({"a": 3}).a, len(Below({}))]
    try:
        x.b
    except AttributeError as e:
        out.append(e.args)
    p = Proxy("s")
    out += [p.shout(), p.other, p.fine, p._of]
    p.other = 4
    out.append(p.other)
    del p.other
    out.append(p.other)
    try:
        len(x)
    except TypeError:
        out.append("no len")
    return out
# --- second names of methods
class Sum:
    def __init__(self, n):
        self.n = n
    def __add__(self, other):
        return Sum(self.n + (other.n if isinstance(other, Sum) else other))
    __radd__ = __add__
    def __str__(self):
        return f"<{self.n}>"
    __repr__ = __str__
    def total(self, by=1):
        return self.n * by
    count = size = total
class More(Sum):
    def __add__(self, other):
        return More(100)
    def total(self, by=1):
        return -1
def f():
    out = [str(Sum(1) + 2), str(3 + Sum(4)), repr(Sum(5)), Sum(6).count(), Sum(6).size(by=2), str(sum([Sum(1), Sum(2)]))]
    return out + [str(1 + More(2)), More(3).count(), str(More(1) + 1), More(3).total()]
# --- names of a class within its body
class Level:
    LOW = 1
    HIGH = 3
    ALL = (LOW, HIGH)
    NAMES = {"low": LOW, "high": HIGH}
    kept = [LOW]
    def of(self, level=HIGH, *, more=ALL):
        return level, more
class Below(Level):
    LOW = 7
def f():
    Level.kept.append(4)
    return Level.ALL, Below.ALL, Below.LOW, Level.NAMES["high"], Level().of(), Level().of(1, more=0), Below.kept
# --- a class is given more afterwards
class Temp:
    def __init__(self, n):
        self.n = n
    def told(self):
        return self.least.n, self.unit
class Hot(Temp):
    unit = "h"
Temp.least = Temp(-5)
Temp.unit = "c"
def f():
    return Temp(1).told(), Hot(2).told(), Temp.least.n, Hot.least is Temp.least
# --- a pattern that a class keeps
import re
class Words:
    WORD = re.compile(r"[a-z]+", re.I)
    def of(self, text):
        return self.WORD.findall(text), [m.group() for m in Words.WORD.finditer(text)]
def f():
    return Words().of("Ab c1d")
# --- docstrings that are set
def g():
    return 1
g.__doc__ = "one"
class C:
    pass
C.__doc__ = "A class."
def f():
    return g(), isinstance(C(), C)
