# Programs with named tuples, separated by lines of dashes; a mark behind the title says that one may not be decided.
from collections import namedtuple
P = namedtuple('P', ['x', 'y'])
def f():
    p = P(1, y=2)
    return p, p.x, p[1], p[-1], len(p), list(p), tuple(p), p[:], p[0:1], p + (3,), (0,) + p, p * 2, 2 * p
# --- names in a text, defaults, fields
import collections
P = collections.namedtuple('P', 'x, y z', defaults=(7, None))
def f():
    a = P(1)
    b = P(1, 2, 3)
    return a, b, P._fields, a._fields, a == (1, 7, None), P(x=4), P(*[1, 2]), P(**{'x': 5, 'z': 6})
# --- defaults that are repeated
from collections import namedtuple
P = namedtuple('P', ('a', 'b', 'c'), defaults=(None,) * 3)
def f():
    return P(), P(1), P(c=2)
# --- too few, too many, unknown
from collections import namedtuple
P = namedtuple('P', 'x y')
def f():
    out = []
    for call in (lambda: P(1), lambda: P(1, 2, 3), lambda: P(1, z=3), lambda: P(1, 2, y=3), lambda: P()):
        try:
            out.append(call())
        except TypeError:
            out.append('no')
    return out
# --- equality and order with tuples
from collections import namedtuple
P = namedtuple('P', 'x y')
Q = namedtuple('Q', 'a b')
def f():
    p = P(1, 2)
    return (p == (1, 2), (1, 2) == p, p == Q(1, 2), p != (1, 3), p < (1, 3), (0, 9) < p, p <= Q(1, 2), p == [1, 2], p != [1, 2],
            p in [(1, 2)], (1, 2) in [p], max(p, (1, 1)), sorted([P(2, 1), P(1, 5), (1, 4)]), [(1, 2)].index(p))
# --- an order that fails
from collections import namedtuple
P = namedtuple('P', 'x y')
def f():
    return P(1, 'a') < (1, 2)
# --- the text
from collections import namedtuple
P = namedtuple('P', 'x y')
def f():
    p = P(1, 'a')
    return repr(p), str(p), f'{p}', '%s-%s' % p, '{0.x}{0[1]}'.format(p) if False else '', repr([p, P(None, 2.5)]), repr((p,)), repr({'k': p})
# --- the text of what holds containers
from collections import namedtuple
P = namedtuple('P', 'x y')
def f():
    return repr(P([1], (2,))), str(P({}, P(1, 2)))
# --- a container that it leads back to # unsupported
from collections import namedtuple
P = namedtuple('P', 'x')
def f():
    a = []
    a.append(P(a))
    return repr(a)
# --- replace, asdict, make
from collections import namedtuple
P = namedtuple('P', 'x y')
def f():
    p = P(1, 2)
    q = p._replace(y=5)
    r = P._make([7, 8])
    out = [p, q, r, p._asdict(), p._make(range(2)), p._replace()]
    try:
        p._replace(z=1)
    except ValueError as e:
        out.append(str(e))
    try:
        P._make([1])
    except TypeError as e:
        out.append(str(e))
    return out
# --- as keys
from collections import namedtuple
P = namedtuple('P', 'x y')
Q = namedtuple('Q', 'x y')
def f():
    d = {P(1, 2): 'a'}
    d[(1, 2)] = 'b'
    d[Q(1, 2)] = 'c'
    return d, list(d), (1, 2) in d, {P(1, 1), (1, 1)}, d[P(1.0, True + 1)]
# --- not hashable elements
from collections import namedtuple
P = namedtuple('P', 'x')
def f():
    return {P([])}
# --- cannot be changed
from collections import namedtuple
P = namedtuple('P', 'x y')
def f():
    p = P(1, 2)
    out = []
    try:
        p.x = 5
    except AttributeError:
        out.append('x')
    try:
        p.z = 5
    except AttributeError:
        out.append('z')
    try:
        del p.x
    except AttributeError:
        out.append('del')
    try:
        p[0] = 1
    except TypeError:
        out.append('item')
    try:
        p.q
    except AttributeError:
        out.append('q')
    return out
# --- types
from collections import namedtuple
P = namedtuple('P', 'x y')
def f():
    p = P(1, 2)
    return (isinstance(p, tuple), isinstance(p, P), isinstance((1, 2), P), type(p) is P, type(p) is tuple, type(p[:]) is tuple,
            issubclass(P, tuple), type(p).__name__, type(p + p) is tuple, isinstance(p, (int, P)), isinstance(p, list), type(p) == type((1,)))
# --- unpacking and stars
from collections import namedtuple
P = namedtuple('P', 'x y')
def g(a, b):
    return a - b
def f():
    p = P(5, 3)
    x, y = p
    a, *b = p
    return x, y, a, b, g(*p), [*p, 1], (*p,), sum(p), min(p), dict([p]), {**{}, 'p': p}, list(zip(p, p)), list(enumerate(p))
# --- the class of NamedTuple
from typing import NamedTuple
class P(NamedTuple):
    """A point."""
    x: int
    y: int = 2
    def total(self):
        return self.x + self.y
    @property
    def twice(self):
        return self.x * 2
    @classmethod
    def of(cls, n):
        return cls(n, n)
    @staticmethod
    def zero():
        return P(0, 0)
def f():
    p = P(1)
    return p, p.total(), p.twice, P.of(4), P.zero(), P._fields, p._replace(x=9).total(), p == (1, 2), P(y=1, x=0)
# --- its own text
from typing import NamedTuple
class P(NamedTuple):
    x: int
    def __str__(self):
        return 'P' + str(self.x)
class Q(NamedTuple):
    x: int
    def __repr__(self):
        return 'Q!'
def f():
    return str(P(1)), repr(P(1)), f'{P(2)}', str(Q(1)), repr([Q(1)]), '%s' % (P(3),), '%s' % P(3)
# --- a class that derives from it
from collections import namedtuple
class P(namedtuple('P', 'x y')):
    __slots__ = ()
    kind = 'point'
    def norm(self):
        return abs(self.x) + abs(self.y)
class Q(P):
    def norm(self):
        return super().norm() + 100
def f():
    p, q = P(1, -2), Q(3, 4)
    return p, q, p.norm(), q.norm(), p.kind, isinstance(q, P), repr(q), q._replace(x=0), type(q._replace(x=0)) is Q, p == P(1, -2), Q(1, 2) == P(1, 2)
# --- attributes of one that derives
from collections import namedtuple
class P(namedtuple('P', 'x')):
    __slots__ = ()
def f():
    try:
        P(1).z = 1
    except AttributeError:
        return 'no'
# --- room for attributes # unsupported
from collections import namedtuple
class P(namedtuple('P', 'x')):
    pass
def f():
    p = P(1)
    p.z = 2
    return p.z
# --- its own equality # unsupported
from typing import NamedTuple
class P(NamedTuple):
    x: int
    def __eq__(self, other):
        return True
def f():
    return P(1) == P(2)
# --- its own constructor # unsupported
from collections import namedtuple
class P(namedtuple('P', 'x y')):
    def __new__(cls, x):
        return super().__new__(cls, x, x)
def f():
    return P(1)
# --- its own length # unsupported
from collections import namedtuple
class P(namedtuple('P', 'x y')):
    def __len__(self):
        return 7
def f():
    return len(P(1, 2))
# --- an element that is hidden # unsupported
from collections import namedtuple
class P(namedtuple('P', 'x y')):
    @property
    def x(self):
        return 9
def f():
    return P(1, 2).x, P(1, 2)[0]
# --- an element that a class further down hides # unsupported
from typing import NamedTuple
class P(NamedTuple):
    x: int
class Q(P):
    x = 9
def f():
    return Q(1).x, Q(1)[0]
# --- not that function
def namedtuple(name, fields):
    return (name, fields)
P = namedtuple('P', 'x y')
def f():
    return P[0], len(P)
# --- the name means another thing later
from collections import namedtuple
P = namedtuple('P', 'x y')
P = 5
def f():
    return P
# --- another name than its own # unsupported
from collections import namedtuple
P = namedtuple('R', 'x y')
def f():
    return repr(P(1, 2))
# --- fields that no tuple has # unsupported
from collections import namedtuple
try:
    P = namedtuple('P', 'x x')
except ValueError:
    P = None
def f():
    return P
# --- fields that are renamed # unsupported
from collections import namedtuple
P = namedtuple('P', 'x class', rename=True)
def f():
    return P(1, 2)._fields
# --- methods of tuples
from collections import namedtuple
P = namedtuple('P', 'x y z')
def f():
    p = P(1, 2, 1)
    return p.count(1), p.index(2), p.index(1, 1), hash(p) == hash((1, 2, 1)) if False else None
# --- an element that is not there
from collections import namedtuple
P = namedtuple('P', 'x y')
def f():
    try:
        return P(1, 2).index(3)
    except ValueError:
        return P(1, 2)[2]
# --- patterns
from typing import NamedTuple
class P(NamedTuple):
    x: int
    y: int
def g(v):
    match v:
        case P(0, y):
            return 'zero', y
        case P(x=1):
            return 'one'
        case [a, b]:
            return 'pair', a, b
        case _:
            return 'other'
def f():
    return g(P(0, 5)), g(P(1, 2)), g(P(3, 4)), g((0, 1)), g(3)
# --- values through the class
from collections import namedtuple
P = namedtuple('P', 'x y')
def f():
    makers = [P, P._make]
    return makers[0](1, 2), makers[1]((3, 4)), [P(*t) for t in zip([1, 2], 'ab')]
# --- truth
from typing import NamedTuple
class E(NamedTuple):
    pass
class P(NamedTuple):
    x: int
def f():
    return bool(E()), bool(P(0)), E(), not P(0), E() == (), (E() or 3), repr(E())
# --- nested and with lists that change
from collections import namedtuple
P = namedtuple('P', 'x y')
def f():
    a = [1]
    p = P(a, P(a, 2))
    a.append(3)
    p.y.x.append(4)
    q = p._replace(y=0)
    p.x.append(5)
    return p, q, q.x is p.x
# --- defaults in order
from typing import NamedTuple
class P(NamedTuple):
    a: int
    b: str = 'b'
    c: float = 1.5
    d: tuple = (1, 2)
def f():
    return P(1), P(1, c=2.5), P._make([1, 2, 3, 4]), P(1)._asdict(), P(1).d[1]
# --- deleted by slices and joined
from collections import namedtuple
P = namedtuple('P', 'a b')
def f():
    p = P('x', 'y')
    return ','.join(p), 'xyz'.startswith(p), 'abc'.endswith(p), p.a.upper(), [c for c in p], reversed(p) and list(reversed(p))
# --- calls of it
from collections import namedtuple
P = namedtuple('P', 'a')
def f():
    return P(1)()
# --- getattr
from collections import namedtuple
P = namedtuple('P', 'a b')
def f():
    p = P(1, 2)
    return getattr(p, 'a'), getattr(p, 'z', 5), hasattr(p, 'b'), hasattr(p, 'c'), hasattr(p, '_fields')
# --- as a receiver of augmented assignment
from collections import namedtuple
P = namedtuple('P', 'a b')
def f():
    p = P(1, 2)
    q = p
    p += (3,)
    q *= 1
    return p, q, type(q) is tuple
# --- a class of another module's kind # unsupported
from typing import NamedTuple
class M:
    def hello(self):
        return 'hi'
class P(M, NamedTuple):
    x: int
def f():
    return P(1)
# --- mixed with a plain class
from typing import NamedTuple
class M:
    def hello(self):
        return 'hi', self.x
class P(NamedTuple):
    x: int
class Q(M, P):
    pass
def f():
    return Q(1).hello(), Q(2), isinstance(Q(1), M)
# --- super in the class itself # unsupported
from collections import namedtuple
class P(namedtuple('P', 'x')):
    def _asdict(self):
        return super()._asdict()
    def d(self):
        return super()._asdict()
def f():
    return P(1).d()
