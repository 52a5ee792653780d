# Programs are separated by lines of dashes; `# unsupported` marks those that may not be decided.
def f():
    return 1 + 2 * 3 - 4
# --- ints and bools
def f():
    return (True + True, True & True, True & 1, True | False, 7 // -2, -7 // 2, 7 % -3, -7 % 3, 2 ** 10, ~5, ~True, -True, +True, 1 << 70, -5 >> 1, 6 ^ 3, True ^ True)
# --- recursion
def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)
def f():
    return fact(30)
# --- and or not
def f():
    return (0 or 5, 3 and 0, not 3, 1 and 2 and 3, 0 or None or [], [] and 1, not [], 1 < 2 < 3, 1 < 3 < 2, 3 > 2 > 2)
# --- chains evaluate the middle once
log = []
def g(x):
    log.append(x)
    return x
def f():
    r = g(1) < g(2) < g(3), g(5) < g(4) < g(9)
    return r, log
# --- zero division
def f():
    return 1 // 0
# --- catches
def f():
    try:
        return 1 % 0
    except ArithmeticError as e:
        return 'caught', str(e)
# --- defaults shared
def g(x, acc=[]):
    acc.append(x)
    return acc
def f():
    g(1)
    g(2)
    return g(3), g(4, [])
# --- keywords
def g(a, b=2, *, c=3, d):
    return (a, b, c, d)
def f():
    return g(1, d=4), g(b=5, a=6, d=7, c=8)
# --- arity
def g(a, b):
    return a
def f():
    return g(1)
# --- arity two
def g(a, b):
    return a
def f():
    return g(1, 2, b=3)
# --- rest
def g(a, *args, k=1, **kw):
    return a, args, k, kw
def f():
    return g(1), g(1, 2, 3), g(1, 2, k=5, z=6)
# --- while else
def f():
    n = 0
    while n < 5:
        n += 1
        if n == 3:
            continue
        if n == 9:
            break
    else:
        n = 100
    return n
# --- for else break
def f():
    for i in range(10):
        if i * i > 20:
            break
    else:
        return -1
    return i
# --- ranges
def f():
    return [list(range(5)), list(range(2, 8, 3)), list(range(8, 2, -3)), list(range(True)), len(range(3, -9, -4))]
# --- range step zero
def f():
    for i in range(1, 5, 0):
        pass
# --- range float
def f():
    for i in range(1.5):
        pass
# --- list growth in loop
def f():
    a = [1, 2, 3]
    for x in a:
        if len(a) < 6:
            a.append(x * 10)
    return a
# --- aliasing
def f():
    a = [1]
    b = a
    b.append(2)
    c = a + [3]
    c.append(4)
    a += [9]
    return a, b, c, a is b, a is c, a == [1, 2, 9]
# --- slices
def f():
    a = [0, 1, 2, 3, 4, 5]
    return a[1:3], a[::-1], a[::2], a[-2:], a[10:], a[4:1:-1], a[:-10:-1], a[-100:100], 'hello'[1:3], 'hello'[::-1], (1, 2, 3)[1:], a[5:2]
# --- slice assign
def f():
    a = [0, 1, 2, 3]
    a[1:3] = [7, 8, 9]
    del a[0]
    a[5:] = (1, 2)
    del a[1:2]
    return a
# --- index error
def f():
    return [1, 2][2]
# --- negative index
def f():
    a = [1, 2, 3]
    a[-1] = 9
    return a[-3], a
# --- tuple assign
def f():
    a, b = 1, 2
    a, b = b, a
    (c, d), e = (3, 4), 5
    x, *y, z = range(5)
    return a, b, c, d, e, x, y, z
# --- unpack errors
def f():
    a, b = [1, 2, 3]
# --- unpack errors two
def f():
    a, b, c = (1, 2)
# --- unpack int
def f():
    a, b = 5
# --- unbound
def f():
    if False:
        x = 1
    return x
# --- name error
def f():
    return undefined_name
# --- global
counter = 0
def inc():
    global counter
    counter += 1
    return counter
def f():
    inc()
    inc()
    return counter
# --- shadowed builtin
def len(x):
    return 42
def f():
    return len([])
# --- late shadow
def f():
    return abs(-3)
abs = max
# --- exceptions
def g(n):
    if n == 0:
        raise ValueError('zero')
    if n == 1:
        raise KeyError
    if n == 2:
        raise IndexError('x', 3)
    return n
def f():
    out = []
    for n in range(4):
        try:
            out.append(g(n))
        except ValueError as e:
            out.append(('v', str(e), e.args))
        except (KeyError, IndexError) as e:
            out.append(('k', e.args))
        else:
            out.append('else')
        finally:
            out.append('fin')
    return out
# --- e is unbound after
def f():
    try:
        raise ValueError
    except ValueError as e:
        pass
    return e
# --- finally overrides
def f():
    try:
        return 1
    finally:
        return 2
# --- finally keeps
def f():
    out = []
    for i in range(3):
        try:
            if i == 1:
                continue
            if i == 2:
                break
            out.append(i)
        finally:
            out.append('f')
    return out
# --- nested finally
def g(log):
    try:
        try:
            log.append(1)
            return 'a'
        finally:
            log.append(2)
    finally:
        log.append(3)
def f():
    log = []
    r = g(log)
    return r, log
# --- finally replaces exception
def f():
    try:
        raise ValueError
    finally:
        raise KeyError('x')
# --- bare raise
def f():
    try:
        try:
            1 // 0
        except ZeroDivisionError:
            raise
    except ArithmeticError:
        return 'ok'
# --- raise from
def f():
    try:
        raise ValueError('a') from KeyError('b')
    except ValueError as e:
        return str(e)
# --- raise int
def f():
    raise 5
# --- except int
def f():
    try:
        raise ValueError
    except 5:
        pass
# --- assert
def f():
    assert 1 == 2, 'no'
# --- conditional expression
def f():
    return [1 if x % 2 else 'even' for x in range(5)]
# --- comprehension
def f():
    return [x * y for x in range(4) if x for y in range(x)], {x: x * x for x in range(3)}, {x % 3 for x in range(10)}
# --- builtins
def f():
    return (abs(-5), min(3, 1, 2), max([4, 9, 2]), sum([1, 2, 3]), divmod(-7, 2), pow(2, 5), pow(3, 4, 5), len('abc'), sorted([3, 1, 2]), list(enumerate('ab')), list(zip([1, 2], 'xy')), list(reversed([1, 2, 3])), int(True), bool([]), isinstance(True, int), isinstance(1, (str, int)), any([0, 1]), all([]), str(12), int('-12'), round(7), ord('a'), chr(98))
# --- enumerate in a for
def f():
    out = []
    for i, x in enumerate(['a', 'b'], 1):
        for a, b in zip([1, 2, 3], [4, 5]):
            out.append((i, x, a, b))
    return out
# --- list methods
def f():
    a = [3, 1, 2]
    a.insert(0, 5)
    a.insert(-1, 6)
    a.insert(100, 7)
    p = a.pop(), a.pop(0), a.pop(-2)
    a.extend((9, 9))
    a.remove(9)
    b = a.copy()
    a.reverse()
    b.sort(reverse=True)
    return a, b, p, a.index(9), a.count(9), 9 in a, 10 not in a
# --- pop empty
def f():
    return [].pop()
# --- remove missing
def f():
    [1].remove(2)
# --- mixed compare
def f():
    return 1 < 'a'
# --- add mixed
def f():
    return 1 + 'a'
# --- add none
def f():
    x = None
    x += 1
# --- strings
def f():
    s = 'Hello'
    return s + ' world', s * 2, s[0], s[-1], len(s), 'ell' in s, s < 'Help', s.upper(), s.lower(), s.startswith('He'), s.find('l'), s.replace('l', 'LL'), ' a b '.strip(), 'a,b,c'.split(','), ' x  y '.split(), '-'.join(['a', 'b']), f'{s}={len(s)}!', [c for c in s], 'abc'.isalpha(), '12'.isdigit()
# --- nested functions
def f():
    def add(a, b):
        return a + b
    return add(1, 2)
# --- closures
def make(n):
    def inc(by=1):
        nonlocal n
        n += by
        return n
    return inc
def f():
    a = make(10)
    b = make(20)
    return a(), a(5), b(), a()
# --- lambda
def apply(g, x):
    return g(x)
def f():
    k = 3
    return apply(lambda x: x * k, 5), sorted([3, -5, 1], key=lambda x: x * x), sorted([1, 2], reverse=True)
# --- functions as values
def add(a, b):
    return a + b
def sub(a, b):
    return a - b
TABLE = [add, sub]
def f():
    return [g(5, 3) for g in TABLE]
# --- dicts
def f():
    d = {'a': 1, 'b': 2}
    d['c'] = 3
    d['a'] += 10
    del d['b']
    out = [k for k in d]
    for k, v in d.items():
        out.append((k, v))
    return d, out, 'a' in d, d.get('z'), d.get('z', 5), len(d), d.pop('a'), d, {1: 'x', True: 'y'}, d == {'c': 3}
# --- key error
def f():
    return {}['x']
# --- floats
def f():
    return 1.5 + 2, 7 / 2, 7.5 // 2, -7.5 % 2, 1e300 * 1e10, 3 < 3.5, 3 == 3.0, float(3), int(3.9), -0.0, 0 / -5, 1 / 3, 2.0 * 3, round(2.5), abs(-1.5)
# --- float zero division
def f():
    return 1.0 / 0
# --- identity
def f():
    a = []
    return a is a, a is None, None is None, a is not [], True is True
# --- del
def f():
    x = 1
    del x
    return x
# --- print
def f():
    print('a', 1, None, [1, 'x'])
    print('b', end='')
    print(1, 2, sep='-')
# --- walrus
def f():
    return [y for x in range(5) if (y := x * x) > 3], y
# --- type errors call
def f():
    x = 5
    return x(1)
# --- not iterable
def f():
    for x in 5:
        pass
# --- no attribute
def f():
    (5).append(1)
# --- unhashable
def f():
    return {[]: 1}
# --- negative shift
def f():
    return 1 << -1
# --- negative power
def f():
    return 0 ** -1
# --- tuples compare
def f():
    return (1, 2) < (1, 3), (1, 2) == (1, 2), [1] < [1, 2], (1, 'a') == (1, 'a'), [1, [2]] == [1, [2]]
# --- bare function value
def f():
    g = abs
    return g is abs
# --- comparing functions
def g(): pass
def f():
    return g == g, g != f
# --- try in loop with return
def g(xs):
    for x in xs:
        try:
            if x == 2:
                return 'two'
            int(x)
        except ValueError:
            return 'bad'
        finally:
            xs.append(0) if len(xs) < 5 else None
    return 'end'
def f():
    return g([1, 2]), g(['x'])
# --- while true with break in try
def f():
    n = 0
    while True:
        try:
            n += 1
            if n > 3:
                break
        except ValueError:
            pass
        finally:
            n += 10
    return n
# --- module code
x = 3
if x > 2:
    y = 'big'
else:
    y = 'small'
for i in range(3):
    x += i
def f():
    return x, y, i
# --- module raises
def f():
    return 1
1 // 0
# --- conditional def
if 1 < 2:
    def g():
        return 'a'
else:
    def g():
        return 'b'
def f():
    return g()
# --- redefined
def g():
    return 1
def g():
    return 2
def f():
    return g()
# --- call before def
def f():
    return 1
early = later()
def later():
    return 2
# --- star displays
def f():
    a = [1, 2]
    return [*a, 3, *a], (*a, *'xy')
# --- chained assign
def f():
    a = b = []
    a.append(1)
    return b
# --- string escapes
def f():
    return repr('a\n\'"\\'), str([1, 'a', None, (1,), ()])
# --- multiply sequences
def f():
    return [1, 2] * 2, 3 * (1,), 'ab' * True, [0] * -1
# --- user exceptions
class Base(Exception):
    """Doc."""
class Child(Base):
    pass
def g(n):
    if n == 0:
        raise Child('a', 1)
    if n == 1:
        raise Base
    raise ValueError
def f():
    out = []
    for n in range(3):
        try:
            g(n)
        except Child as e:
            out.append(('child', e.args, isinstance(e, Base), str(e)))
        except Base as e:
            out.append(('base', e.args, repr(e)))
        except Exception:
            out.append('other')
    return out
# --- user exception escapes
class Wrong(ValueError):
    pass
def f():
    raise Wrong('x')
# --- a class with code is not modelled
class Coded(Exception):
    def __init__(self, x):
        self.x = x
def f():
    try:
        raise ValueError
    except Coded:
        return 1
    except ValueError:
        return 2
# --- a class that is not used does no harm
class Thing:
    def m(self):
        return 1
def f():
    return 5
# --- a class body that does something
class Loud:
    print('hello')
def f(): # unsupported
    return 5
# --- a decorator of the program
seen = []
def register(g):
    seen.append(1)
    return g
@register
def g():
    return 2
def f():
    return seen
# --- a set in a set
def f():
    s = {1, 2}
    s.discard({1})
    return {1} in s, set() not in s
# --- a list in a set
def f():
    return [] in {1}
# --- unbound in a comprehension
def f():
    if not f:
        x = 1
    return [x for _ in range(2)]
# --- unbound in the source of a comprehension
def f():
    if not f:
        x = 1
    return [_ for _ in x]
# --- popping from an empty dict
def f():
    d = {}
    return d.pop([], 5), d.pop(1, None)
# --- popping a list
def f():
    return {1: 2}.pop([], 5)
# --- getting a list
def f():
    return {}.get([])
