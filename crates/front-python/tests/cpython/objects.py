# Programs with classes, separated by lines of dashes; a mark behind the title says that one may not be decided.
class P:
    def __init__(self, x, y=2):
        self.x = x
        self.y = y
    def sum(self):
        return self.x + self.y
def f():
    p = P(1)
    q = P(3, y=4)
    q.x += 10
    return p.sum(), q.sum(), p, [p, q, p]
# --- no constructor takes no arguments
class C:
    pass
def f():
    return C(), C(1)
# --- attributes that are not there
class C:
    pass
def f():
    c = C()
    try:
        return c.x
    except AttributeError:
        c.x = 1
    return c.x
# --- deleting an attribute
class C:
    def __init__(self):
        self.x = 1
def f():
    c = C()
    del c.x
    c.y = 2
    try:
        del c.x
    except AttributeError:
        return c
# --- attributes hide class variables until they are deleted
class C:
    n = 5
def f():
    c = C()
    a = c.n
    c.n = 7
    b = c.n, C.n
    del c.n
    return a, b, c.n
# --- class variables are shared
class C:
    seen = []
    n = 0
    def add(self, x):
        self.seen.append(x)
        C.n += 1
        self.n += 10
        return self
def f():
    return C().add(1), C().add(2), C.seen, C.n
# --- class variables of derived classes
class A:
    n = 1
class B(A):
    pass
def f():
    B.n += 5
    A.n = 9
    return A.n, B.n, B().n
# --- inheritance and super
class A:
    def __init__(self, x):
        self.x = x
    def who(self):
        return 'A', self.x
class B(A):
    def __init__(self, x, y):
        super().__init__(x)
        self.y = y
    def who(self):
        return ('B',) + super().who()
class C(B):
    pass
def f():
    return C(1, 2).who(), B(3, 4), A(5).who()
# --- the diamond
class A:
    def m(self):
        return ['A']
class B(A):
    def m(self):
        return ['B'] + super().m()
class C(A):
    def m(self):
        return ['C'] + super().m()
class D(B, C):
    def m(self):
        return ['D'] + super().m()
def f():
    return D().m(), B().m(), isinstance(D(), C), issubclass(D, A), issubclass(A, D)
# --- object.__init__ takes nothing
class A:
    def __init__(self, x):
        super().__init__(x)
def f():
    return A(1)
# --- object.__init__ is there
class A:
    def __init__(self, x):
        self.x = super().__init__()
def f():
    return A(1)
# --- constructors return None
class A:
    def __init__(self):
        return 5
def f():
    return A()
# --- a constructor with a wrong number of arguments
class A:
    def __init__(self, a, *, b):
        pass
def f():
    try:
        return A(1)
    except TypeError:
        return A(1, b=2), A(1, 2)
# --- methods through the class
class A:
    def m(self, x):
        return self, x
def f():
    a = A()
    a.z = 1
    return A.m(a, 5), A.m(3, x=4), A.m(1)
# --- bound methods are values
class A:
    def __init__(self):
        self.n = 0
    def inc(self, by=1):
        self.n += by
        return self.n
def f():
    a = A()
    g = a.inc
    h = A.inc
    return g(), g(5), h(a, 2), [k() for k in [a.inc, A().inc]], a
# --- methods hidden by attributes
class A:
    def m(self):
        return 1
def f():
    a = A()
    a.m = lambda: 2
    b = A()
    return a.m(), b.m(), A.m(a)
# --- an attribute that is called
class A:
    def __init__(self, g):
        self.g = g
def twice(x):
    return 2 * x
def f():
    return A(twice).g(4), A(lambda x: x + 1).g(4), A(len).g([1, 2])
# --- static and class methods
class A:
    k = 3
    @staticmethod
    def s(x):
        return x + 1
    @classmethod
    def c(cls, x):
        return cls.k, cls is B, x
class B(A):
    k = 4
def f():
    return A.s(1), A().s(2), A.c(3), B.c(4), B().c(x=5), A.s
# --- a class method that makes objects
class A:
    def __init__(self, x):
        self.x = x
    @classmethod
    def of(cls, text):
        return cls(len(text))
class B(A):
    def __init__(self, x):
        super().__init__(x * 2)
def f():
    return A.of('abc'), B.of('abc')
# --- properties
class A:
    def __init__(self, x):
        self._x = x
    @property
    def x(self):
        return self._x * 2
    @x.setter
    def x(self, value):
        self._x = value + 1
def f():
    a = A(1)
    b = a.x
    a.x = 10
    a.x += 1
    return b, a.x, a
# --- a property without a setter
class A:
    @property
    def x(self):
        return 1
def f():
    a = A()
    try:
        a.x = 2
    except AttributeError:
        pass
    try:
        del a.x
    except AttributeError:
        return a, a.x
# --- a deleter
class A:
    def __init__(self):
        self.log = []
    @property
    def x(self):
        return 1
    @x.deleter
    def x(self):
        self.log.append('gone')
def f():
    a = A()
    del a.x
    return a
# --- a property that raises an AttributeError
class A:
    @property
    def x(self):
        return self.missing
def f():
    return A().x
# --- private names
class A:
    __k = 5
    def __init__(self):
        self.__x = 1
    def __help(self):
        return self.__x + self.__k
    def get(self):
        return self.__help()
class B(A):
    def __init__(self):
        super().__init__()
        self.__x = 100
def f():
    b = B()
    return b, b.get(), b._A__help(), b._A__k, hasattr is None
# --- a private name from outside
class A:
    def __init__(self):
        self.__x = 1
def f():
    return A().__x
# --- identity and default equality
class A:
    pass
def f():
    a, b = A(), A()
    return a == a, a == b, a != a, a != b, a is a, a is b, a in [b], a in [b, a], [a] == [a], [a] == [b], a == 1, None == a, 'x' != a
# --- no order
class A:
    pass
def f():
    return A() < A()
# --- truth
class A:
    pass
class B:
    def __len__(self):
        return 0
class C:
    def __bool__(self):
        return False
    def __len__(self):
        return 5
class D:
    def __bool__(self):
        return 1
def f():
    r = bool(A()), bool(B()), bool(C()), not B(), len(C()), A() and 1, B() or 2
    try:
        return r, bool(D())
    except TypeError:
        return r
# --- lengths
class A:
    def __init__(self, n):
        self.n = n
    def __len__(self):
        return self.n
def f():
    r = [len(A(3)), len(A(True))]
    for n in [-1, 2 ** 70, 1.5, None]:
        try:
            r.append(len(A(n)))
        except ValueError:
            r.append('value')
        except OverflowError:
            r.append('overflow')
        except TypeError:
            r.append('type')
    return r
# --- own equality
class A:
    def __init__(self, x):
        self.x = x
    def __eq__(self, other):
        if not isinstance(other, A):
            return NotImplemented
        return self.x == other.x
def f():
    return A(1) == A(1), A(1) == A(2), A(1) != A(1), A(1) != A(2), A(1) == 1, 1 == A(1), A(1) != 1, [A(1)] == [A(1)], A(1) in [A(1)], [A(1), 2].index(2), [A(3)].count(A(3))
# --- equality that gives no truth
class A:
    def __eq__(self, other):
        return 'yes' if other else ''
def f():
    a = A()
    return a == 1, a == 0, a != 1, a != 0, 1 == a, [a] == [1], [a] == [0]
# --- inequality of its own
class A:
    def __eq__(self, other):
        return True
    def __ne__(self, other):
        return 5
def f():
    return A() == A(), A() != A(), 1 != A()
# --- unhashable
class A:
    def __eq__(self, other):
        return True
def f():
    return {A(): 1}
# --- hash by identity # unsupported
class A:
    pass
def f():
    a, b = A(), A()
    d = {a: 1, b: 2}
    d[a] += 5
    return d[a], d[b], a in d, A() in d, len({a, b, a})
# --- reflected comparison
log = []
class A:
    def __lt__(self, other):
        log.append('A<')
        return NotImplemented
    def __gt__(self, other):
        log.append('A>')
        return 7
class B(A):
    def __gt__(self, other):
        log.append('B>')
        return 8
class C:
    def __gt__(self, other):
        log.append('C>')
        return 9
def f():
    return A() < A(), A() < B(), B() < A(), A() < C(), 1 < A(), log
# --- nobody knows an order
class A:
    def __lt__(self, other):
        return NotImplemented
def f():
    return A() < 3
# --- chains of comparisons
class A:
    def __init__(self, x):
        self.x = x
    def __lt__(self, other):
        return self.x < other.x
def f():
    return A(1) < A(2) < A(3), A(1) < A(0) < A(3), A(1) > A(0), max(A(1), A(5), A(2)), min([A(3), A(2)])
# --- operators
class V:
    def __init__(self, x, y):
        self.x = x
        self.y = y
    def __add__(self, other):
        return V(self.x + other.x, self.y + other.y)
    def __mul__(self, k):
        return V(self.x * k, self.y * k)
    def __rmul__(self, k):
        return self * k
    def __neg__(self):
        return V(-self.x, -self.y)
    def __sub__(self, other):
        return self + -other
    def __abs__(self):
        return abs(self.x) + abs(self.y)
    def __getitem__(self, i):
        return (self.x, self.y)[i]
def f():
    v = V(1, 2)
    v += V(10, 20)
    return v, 3 * v, v * 2, v - V(1, 1), abs(-v), v[0], v[-1]
# --- operators that nobody knows
class V:
    def __add__(self, other):
        return NotImplemented
def f():
    r = []
    for g in [lambda: V() + 1, lambda: 1 + V(), lambda: V() - 1, lambda: [1] + V(), lambda: 'a' * V(), lambda: V() * (1,), lambda: -V(), lambda: V() + V()]:
        try:
            r.append(g())
        except TypeError:
            r.append('no')
    return r
# --- reflected operators
log = []
class A:
    def __add__(self, other):
        log.append('A+')
        return 'A+'
    def __radd__(self, other):
        log.append('A r+')
        return NotImplemented
class B(A):
    def __radd__(self, other):
        log.append('B r+')
        return 'B r+'
class C(A):
    pass
class D(A):
    def __radd__(self, other):
        log.append('D r+')
        return NotImplemented
def f():
    r = [A() + B(), A() + C(), A() + D(), B() + A(), 5 + B(), [1] + B()]
    try:
        5 + A()
    except TypeError:
        r.append('no')
    return r, log
# --- in place
class A:
    def __init__(self):
        self.items = []
    def __iadd__(self, x):
        self.items.append(x)
        return self
    def __add__(self, x):
        return 'plus'
class B:
    def __iadd__(self, x):
        return NotImplemented
    def __radd__(self, x):
        return 'r'
def f():
    a = A()
    b = a
    a += 1
    a += 2
    c = a + 1
    xs = [1]
    xs += B()
    try:
        d = B()
        d += 1
    except TypeError:
        d = 'none'
    return a, a is b, c, xs, d
# --- a list is extended by an object
class A:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n
def f():
    xs = [1]
    xs += A(3)
    xs.extend(A(2))
    return xs, list(A(3)), tuple(A(2)), sum(A(4)), 2 in A(5), 9 in A(2), [x * x for x in A(3)], max(A(5))
# --- iteration in loops
class A:
    def __init__(self, xs):
        self.xs = xs
    def __iter__(self):
        return iter(self.xs)
class B:
    def __iter__(self):
        return 5
class C:
    def __iter__(self):
        return A([1])
def f():
    out = []
    for x in A([1, 2]):
        for y in A('ab'):
            out.append((x, y))
    a, b, *c = A(range(5))
    for g in [B, C, A]:
        try:
            for x in g():
                pass
        except TypeError:
            out.append('no')
    return out, a, b, c, list(zip(A('xy'), A([1, 2, 3]))), list(enumerate(A('q')))
# --- next
class A:
    def __init__(self):
        self.i = 0
    def __next__(self):
        self.i += 1
        if self.i > 2:
            raise StopIteration
        return self.i
def f():
    a = A()
    r = [next(a), next(a)]
    try:
        next(a)
    except StopIteration:
        r.append('end')
    try:
        iter(a)
    except TypeError:
        r.append('no')
    return r
# --- iteration that raises
class A:
    def __iter__(self):
        return self
    def __next__(self):
        return [][1]
def f():
    try:
        for x in A():
            return x
    except IndexError:
        return 'index'
# --- no iteration
class A:
    pass
def f():
    for x in A():
        pass
# --- subscripts
class A:
    def __init__(self):
        self.d = {}
    def __getitem__(self, k):
        return self.d[k]
    def __setitem__(self, k, v):
        self.d[k] = v
    def __delitem__(self, k):
        del self.d[k]
    def __contains__(self, k):
        return k if k in self.d else 0
    def __len__(self):
        return len(self.d)
def f():
    a = A()
    a['x'] = 1
    a['y'] = 2
    a['x'] += 5
    del a['y']
    try:
        a['z']
    except KeyError:
        return a['x'], 'x' in a, 'q' in a, 'q' not in a, len(a), a
# --- no subscripts
class A:
    pass
def f():
    r = []
    a = A()
    for g in [lambda: a[0], lambda: len(a), lambda: 1 in a, lambda: a(), lambda: ~a]:
        try:
            r.append(g())
        except TypeError:
            r.append('no')
    try:
        a[0] = 1
    except TypeError:
        r.append('no')
    try:
        del a[0]
    except TypeError:
        r.append('no')
    return r
# --- calling objects
class A:
    def __init__(self, n):
        self.n = n
    def __call__(self, x, *rest, k=1):
        return self.n + x + k + len(rest)
def f():
    a = A(10)
    return a(1), a(1, k=5), a(1, 2, 3), callable(a), callable(A), callable(f), list(map(a, [1, 2])), sorted([3, 1], key=a)
# --- special methods are looked up on the class
class A:
    def __len__(self):
        return 1
def f():
    a = A()
    a.x = lambda: 2
    return len(a), a.__len__()
# --- texts
class A:
    def __str__(self):
        return 'str'
    def __repr__(self):
        return 'repr'
class B:
    def __repr__(self):
        return 'B!'
class C:
    def __str__(self):
        return 5
def f():
    print(A(), B())
    r = str(A()), repr(A()), f'{A()}', f'{A()!r}', str(B()), f'{B()}'
    try:
        return str(C())
    except TypeError:
        return r
# --- types
class A:
    pass
class B(A):
    pass
def f():
    b = B()
    return type(b) is B, type(b) == A, b.__class__ is B, type(b).__name__, b.__class__.__name__, isinstance(b, A), isinstance(b, (int, A)), isinstance(b, int), isinstance(b, object), isinstance(A, type), type(b)
# --- making objects of a type that is a value
class A:
    def __init__(self, x=0):
        self.x = x
class B(A):
    pass
def f():
    r = [c(3) for c in [A, B]]
    return r, type(r[1])(5), r[0].__class__(), list(map(A, [1, 2]))
# --- aliasing
class Node:
    def __init__(self, v, next=None):
        self.v = v
        self.next = next
def f():
    a = Node(1)
    b = Node(2, a)
    c = Node(3, b)
    a.v = 9
    b.next.v += 1
    out = []
    while c is not None:
        out.append(c.v)
        c = c.next
    a.next = a
    return out, a.next.next.v
# --- objects in default arguments
class Box:
    def __init__(self, items=[]):
        self.items = items
def f():
    a, b, c = Box(), Box(), Box([7])
    a.items.append(1)
    return b, c
# --- with
class M:
    def __init__(self, log, swallow):
        self.log = log
        self.swallow = swallow
    def __enter__(self):
        self.log.append('in')
        return 5
    def __exit__(self, kind, value, trace):
        self.log.append(('out', kind is None, kind is KeyError))
        return self.swallow
def f():
    log = []
    with M(log, False) as x:
        log.append(x)
    with M(log, True), M(log, False):
        raise KeyError(1)
    try:
        with M(log, 0):
            raise KeyError(1)
    except KeyError:
        log.append('through')
    return log
# --- with something else
class A:
    def __enter__(self):
        print('never')
def f():
    with A():
        pass
# --- leaving a with by return, break and continue
class M:
    def __enter__(self):
        return self
    def __exit__(self, *args):
        print(len(args), args[0] is None)
def g():
    with M():
        return 'back'
def f():
    for i in range(3):
        with M():
            if i == 1:
                continue
            if i == 2:
                break
    return g()
# --- exceptions in constructors
class A:
    def __init__(self, x):
        if x < 0:
            raise ValueError('negative')
        self.x = x
def f():
    try:
        return A(-1)
    except ValueError as e:
        return str(e), A(1)
# --- recursion of methods
class T:
    def __init__(self, l, v, r):
        self.l = l
        self.v = v
        self.r = r
    def total(self):
        s = self.v
        if self.l:
            s += self.l.total()
        if self.r:
            s += self.r.total()
        return s
def f():
    return T(T(None, 1, None), 2, T(None, 3, T(None, 4, None))).total()
# --- closures in methods
class A:
    def __init__(self, k):
        self.k = k
    def adder(self):
        def add(x):
            self.k += 1
            return self.k + x
        return add
def f():
    a = A(1)
    g = a.adder()
    return g(10), g(10), a
# --- attributes in the targets of loops and tuples
class A:
    pass
def f():
    a = A()
    for a.x in [1, 2]:
        pass
    a.y, (a.z, a.w) = 1, (2, 3)
    return a
# --- a method that is looked up before its arguments
log = []
class A:
    @property
    def g(self):
        log.append('get')
        return len
    def m(self, x):
        return x
def arg():
    log.append('arg')
    return [1]
def f():
    r = A().g(arg()), A().m(arg())
    try:
        A().nothing(arg())
    except AttributeError:
        return r, log
# --- a class that a name hides
class A:
    x = 1
def f():
    A = 5
    return A
# --- bases in the wrong order # unsupported
class A:
    pass
class B(A):
    pass
class C(A, B):
    pass
def f():
    return C()
# --- isinstance of other things
class A:
    pass
def f():
    return isinstance(5, A), isinstance(None, (A, int)), isinstance([], A), isinstance(A(), (str, list)), isinstance(ValueError(), A), issubclass(bool, int), issubclass(A, (int, object))
# --- mixed lists
class A:
    def __init__(self, x):
        self.x = x
    def __eq__(self, other):
        return self.x == other
def f():
    xs = [A(1), 2, A(3)]
    xs.remove(3)
    return xs, xs.index(1), 2 in xs, (1, 2) == (A(1), 2), {'k': A(1)} == {'k': 1}, [1] == [A(1)]
# --- a key of its own
class A:
    def __init__(self, x):
        self.x = x
def f():
    return [a.x for a in sorted([A(3), A(1), A(2)], key=lambda a: a.x)], max([A(1), A(2)], key=lambda a: -a.x)
# --- objects as methods' arguments
class Acc:
    def __init__(self, balance=0):
        self.balance = balance
    def pay(self, other, amount):
        if amount > self.balance:
            raise ValueError
        self.balance -= amount
        other.balance += amount
def f():
    a, b = Acc(10), Acc()
    a.pay(b, 4)
    a.pay(a, 6)
    try:
        a.pay(b, 7)
    except ValueError:
        return a, b
# --- class variables hold functions
def g(self):
    return self
class A:
    h = g
    k = len
def f():
    return A.h(3), A.k([1]), A().k([1, 2])
# --- class variables that hold functions become methods
def g(self):
    return self
class A:
    h = g
def f():
    return A().h()
# --- a class as a value in a class
class A:
    x = 1
class B:
    maker = A
    names = ('a', 'b')
    table = {'k': [1]}
def f():
    B.table['k'].append(2)
    return B().maker().x, B.names, B().table, B.maker is A
# --- not implemented as a value
def f():
    x = NotImplemented
    return x is NotImplemented, x is None
class A:
    pass
# --- attributes of numbers
class A:
    pass
def f():
    x = 5
    try:
        x.y
    except AttributeError:
        return 'no'
# --- getters of None
class A:
    def __init__(self):
        self.child = None
def f():
    return A().child.value
# --- annotations
class A:
    x: int
    y: int = 3
    def m(self, other: 'A') -> int:
        return self.y
def f():
    try:
        return A().m(None), A().x
    except AttributeError:
        return A().m(None)
# --- a name that is bound too late
def f():
    return A()
x = 1
class A:
    def m(self) -> A:
        pass
# --- operators on classes
class A:
    pass
def f():
    try:
        return A + A
    except TypeError:
        return A == A, A != A, A is A
# --- slices of objects # unsupported
class A:
    def __getitem__(self, i):
        return i
def f():
    return A()[1:2]
# --- super in a class method
class A:
    @classmethod
    def make(cls):
        return [cls.__name__]
class B(A):
    @classmethod
    def make(cls):
        return super().make() + ['B']
def f():
    return B.make(), B().make(), A.make()
# --- super of properties
class A:
    @property
    def x(self):
        return 1
class B(A):
    @property
    def x(self):
        return super().x + 1
def f():
    return B().x
# --- overriding a property by a method and a variable
class A:
    @property
    def x(self):
        return 1
class B(A):
    def x(self):
        return 2
class C(A):
    x = 3
def f():
    c = C()
    c.x = 4
    return B().x(), C().x, c.x, A().x
# --- state machines
class Stack:
    def __init__(self):
        self._items = []
    def push(self, x):
        self._items.append(x)
        return self
    def pop(self):
        if not self._items:
            raise IndexError('empty')
        return self._items.pop()
    def __len__(self):
        return len(self._items)
    def __iter__(self):
        return reversed(self._items)
def f():
    s = Stack().push(1).push(2).push(3)
    r = s.pop(), len(s), [x for x in s]
    while s:
        s.pop()
    try:
        s.pop()
    except IndexError as e:
        return r, str(e)
# --- a dataclass
from dataclasses import dataclass
@dataclass
class P:
    x: int
    y: int = 2
    def sum(self):
        return self.x + self.y
def f():
    p, q = P(1), P(x=3, y=4)
    p.x += 5
    return p, q, p.sum(), P(1) == P(1, 2), P(1) == P(2), P(1) != P(1), P(1) == 1, repr(q), str(q), P.y
# --- a dataclass with factories
from dataclasses import dataclass, field
@dataclass
class Box:
    name: str
    items: list = field(default_factory=list)
    table: dict = field(default_factory=dict)
def f():
    a, b = Box('a'), Box('b')
    a.items.append(1)
    b.table['k'] = a
    return a, b.items, b.table['k'] is a, Box('c', [7]), Box('d') == Box('d')
# --- too many arguments for a dataclass
from dataclasses import dataclass
@dataclass
class P:
    x: int
def f():
    try:
        return P()
    except TypeError:
        return P(1, 2)
# --- frozen and ordered
import dataclasses
@dataclasses.dataclass(frozen=True, order=True)
class V:
    major: int
    minor: int = 0
def f():
    return V(1) < V(1, 2), V(2) > V(1, 9), V(1) <= V(1), sorted is None, max(V(1), V(3), V(2)), V(3) == V(3), V(1, 5)
# --- assignment to a frozen one # unsupported
import dataclasses
@dataclasses.dataclass(frozen=True)
class V:
    major: int
def f():
    v = V(1)
    v.major = 2
# --- an order with something else
from dataclasses import dataclass
@dataclass(order=True)
class V:
    n: int
class W(V):
    pass
def f():
    r = [V(1) == W(1), W(1) == W(1)]
    try:
        r.append(V(1) < W(2))
    except TypeError:
        r.append('no')
    return r, W(3)
# --- after the constructor
from dataclasses import dataclass
@dataclass
class R:
    low: int
    high: int
    def __post_init__(self):
        if self.low > self.high:
            raise ValueError
        self.width = self.high - self.low
def f():
    try:
        return R(2, 1)
    except ValueError:
        return R(1, 5).width, R(0, 1)
# --- inherited fields
from dataclasses import dataclass
@dataclass
class A:
    x: int
    y: int = 1
@dataclass
class B(A):
    z: int = 2
    x: int = 9
def f():
    return B(), B(5, z=7), repr(B(1)), A(3) == A(3), B(3) == A(3), isinstance(B(), A)
# --- methods of its own
from dataclasses import dataclass
@dataclass
class A:
    x: int
    def __eq__(self, other):
        return 'mine'
    def __repr__(self):
        return 'A!'
@dataclass(eq=False, repr=False)
class B:
    x: int
def f():
    b = B(1)
    return A(1) == 5, f'{A(1)}', b == b, b == B(1)
# --- a dataclass without equality of hashes
from dataclasses import dataclass
@dataclass
class A:
    x: int
def f():
    return {A(1)}
# --- nested dataclasses
from dataclasses import dataclass
@dataclass
class P:
    x: int
@dataclass
class L:
    a: P
    b: P
def f():
    p = P(1)
    l = L(p, p)
    l.a.x = 7
    return l, repr(l), L(P(1), P(2)) == L(P(1), P(2)), l.a is l.b
