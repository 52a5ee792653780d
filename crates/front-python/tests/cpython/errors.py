# Programs with exceptions of their own, separated by lines of dashes; a mark behind the title says that one may not be decided.
class E(Exception):
    def __init__(self, code, msg):
        super().__init__(msg)
        self.code = code
def f():
    try:
        raise E(5, 'bad')
    except E as e:
        return e.code, str(e), e.args, repr(e), type(e).__name__, isinstance(e, Exception)
# --- arguments are kept without super
class E(ValueError):
    def __init__(self, code, msg=''):
        self.code = code
def f():
    try:
        raise E(5, msg='bad')
    except ValueError as e:
        a = e.args, e.code, str(e)
    try:
        raise E(1, 'x')
    except ValueError as e:
        return a, e.args, str(e), repr(e)
# --- its own text
class E(Exception):
    def __init__(self, n):
        self.n = n
    def __str__(self):
        return 'n is %d' % self.n
def f():
    try:
        raise E(3)
    except Exception as e:
        return str(e), f'{e}', '%s' % e, repr(e), e.args
# --- a hierarchy
class Base(Exception):
    status = 500
    def __init__(self, message, **extra):
        super().__init__(message)
        self.message = message
        self.extra = extra
class NotFound(Base):
    status = 404
class Gone(NotFound):
    status = 410
    def __init__(self, name):
        super().__init__('gone: ' + name)
        self.name = name
def f():
    out = []
    for make in (lambda: Base('b', k=1), lambda: NotFound('n'), lambda: Gone('g')):
        try:
            raise make()
        except NotFound as e:
            out.append(('nf', e.status, e.message, str(e)))
        except Base as e:
            out.append((e.status, e.extra))
    return out
# --- raised as a class
class E(Exception):
    status = 1
    def __init__(self):
        self.x = 2
class F(Exception):
    status = 3
def f():
    out = []
    try:
        raise E
    except E as e:
        out.append((e.status, e.x, e.args))
    try:
        raise F
    except F as e:
        out.append((e.status, e.args, str(e)))
    try:
        raise F('a', 1)
    except F as e:
        out.append((e.args, str(e)))
    return out
# --- not enough for the constructor
class E(Exception):
    def __init__(self, x):
        self.x = x
def f():
    try:
        raise E
    except TypeError:
        return 'no'
# --- no keywords
class E(Exception):
    status = 5
def f():
    try:
        raise E(x=1)
    except TypeError:
        return 'no'
# --- attributes
class E(Exception):
    def __init__(self, x):
        self.x = x
def f():
    e = E(1)
    e.y = 2
    e.x += 10
    g = e
    g.z = 3
    out = [e.x, e.y, e.z, g is e, e == g, E(1) == E(1), E(1) is E(1), e != g]
    try:
        e.w
    except AttributeError:
        out.append('no')
    return out, hasattr(e, 'x'), getattr(e, 'q', 7)
# --- methods and properties
class E(RuntimeError):
    def __init__(self, a, b):
        self.a, self.b = a, b
        super().__init__(a, b)
    def total(self):
        return self.a + self.b
    @property
    def twice(self):
        return self.a * 2
    @classmethod
    def of(cls, n):
        return cls(n, n)
def f():
    try:
        raise E.of(4)
    except RuntimeError as e:
        return e.total(), e.twice, e.args, str(e), len(e.args)
# --- KeyError writes its text in another way
class E(KeyError):
    def __init__(self, key):
        super().__init__(key)
        self.key = key
def f():
    try:
        raise E('k')
    except LookupError as e:
        return str(e), e.key, repr(e)
# --- raised again, from another, in a finally
class E(Exception):
    def __init__(self, n):
        super().__init__(n)
        self.n = n
def g(n):
    try:
        if n:
            raise E(n)
        return {}['k']
    except KeyError as e:
        raise E(0) from e
def f():
    out = []
    for n in (0, 1):
        try:
            try:
                g(n)
            finally:
                out.append('f')
        except E as e:
            e.n += 1
            try:
                raise
            except E as again:
                out.append((again.n, again is e))
    return out
# --- a constructor that fails
class E(Exception):
    def __init__(self, n):
        if n > 1:
            raise ValueError('too much')
        self.n = n
def f():
    try:
        raise E(5)
    except ValueError as e:
        return str(e)
# --- what is given back
class E(Exception):
    def __init__(self, n):
        self.n = n
def f():
    return E(3).n, isinstance(E(1), E), issubclass(E, Exception), type(E(1)) is E
# --- not caught by another
class E(Exception):
    def __init__(self, n):
        self.n = n
class F(Exception):
    def __init__(self, n):
        self.n = n
def f():
    try:
        raise E(1)
    except F as e:
        return e.n
# --- caught as one of several
class E(Exception):
    def __init__(self, n):
        self.n = n
class F(E):
    pass
def f():
    try:
        raise F(8)
    except (KeyError, E) as e:
        return e.n, type(e).__name__
# --- OSError has its own way # unsupported
class E(OSError):
    def __init__(self, n):
        self.n = n
def f():
    try:
        raise E(1)
    except OSError as e:
        return e.n
# --- slots # unsupported
class E(Exception):
    __slots__ = ('n',)
    def __init__(self, n):
        self.n = n
def f():
    try:
        raise E(1)
    except E as e:
        return e.n
# --- its own equality # unsupported
class E(Exception):
    def __eq__(self, other):
        return True
def f():
    return E() == E()
# --- args that are set # unsupported
class E(Exception):
    def __init__(self, n):
        self.args = (n, n)
def f():
    return E(1).args
# --- causes # unsupported
class E(Exception):
    def __init__(self, n):
        self.n = n
def f():
    try:
        raise E(1) from ValueError()
    except E as e:
        return e.__cause__ is None
# --- in a generator and a with
class E(Exception):
    def __init__(self, n):
        self.n = n
class M:
    def __enter__(self):
        return self
    def __exit__(self, kind, value, trace):
        self.seen = kind is E, value.n
        return True
def g():
    yield 1
    raise E(4)
def f():
    out = []
    try:
        for x in g():
            out.append(x)
    except E as e:
        out.append(e.n)
    m = M()
    with m:
        raise E(6)
    return out, m.seen
# --- held in a list and looked at later
class E(Exception):
    def __init__(self, n):
        self.n = n
ALL = []
def g(n):
    e = E(n)
    ALL.append(e)
    return e
def f():
    try:
        raise g(1)
    except E as e:
        e.n = 9
    return ALL[0].n, len(ALL)
# --- called through a variable
class E(Exception):
    def __init__(self, n):
        self.n = n
def g(kind, n):
    raise kind(n)
def f():
    try:
        g(E, 3)
    except E as e:
        return e.n
# --- an object of its own class as an argument
class E(Exception):
    def __init__(self, n):
        super().__init__(n)
        self.n = n
class O:
    pass
def f():
    o = O()
    e = E(E(1))
    return e.n.n, ValueError(o).args[0] is o, e.args[0] is e.n, isinstance(e.args[0], E)
# --- raised as a class with a cause # unsupported
class E(Exception):
    x = 1
def f():
    try:
        raise E from None
    except E as e:
        return e.x
# --- a method of the base by name # unsupported
class E(Exception):
    def __init__(self, m):
        Exception.__init__(self, m, 1)
def f():
    return E(2).args
# --- stars
class E(Exception):
    def __init__(self, *a, **k):
        super().__init__(*a)
        self.k = k
class F(E):
    def __init__(self, *a):
        super().__init__('f', *a, z=1)
class G(Exception):
    x = 1
def f():
    t = (1, 2)
    out = [E(2, 3).args, E(2, y=3).k, F(5).args, F(*t).k, G(*t).args, E(*t, **{'q': 1}).k]
    return out
# --- the constructor behind it as a value # unsupported
class E(Exception):
    def __init__(self, n):
        g = super().__init__
        g(n, n)
def f():
    return E(2).args
# --- a plain class derives from a plain one with a method
class A(Exception):
    def m(self):
        return 'm', self.args
class B(A):
    pass
def f():
    try:
        raise B(1, 2)
    except A as e:
        return e.m(), str(e)
