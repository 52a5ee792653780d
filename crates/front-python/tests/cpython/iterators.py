# Programs with iterators that call functions, separated by lines of dashes; a mark behind the title says that one may not be decided.
def f():
    m = map(lambda x: x * 2, [1, 2, 3])
    return next(m), list(m), list(m), next(m, 'end'), type(m).__name__ if False else 0
# --- several sources
def f():
    m = map(lambda a, b: (a, b), [1, 2, 3], 'ab')
    it = iter([1, 2, 3, 4])
    rest = list(map(max, it, [0, 9]))
    return list(m), rest, list(it)
# --- where map is asked
def f():
    words = ['bb', 'a', 'ccc']
    a = max(map(len, words), default=0), min(map(len, []), default=-1)
    b = dict(map(lambda w: (w, len(w)), words)), 3 in map(len, words), 7 in map(len, words)
    c = [(i, n) for i, n in enumerate(map(str, [7, 8]), 1)], list(zip(map(len, words), words))
    d = next(map(len, [])  , None), sorted(map(len, words), reverse=True), ','.join(map(str, [1, 2]))
    e = set(map(len, words)) == {1, 2, 3}, sum(map(len, words), 10), [*map(len, words)], (lambda *a: a)(*map(len, words))
    return a, b, c, d, e
# --- laziness
def f():
    seen = []
    def note(x):
        seen.append(x)
        return x
    m = map(note, [1, 2, 3])
    before = list(seen)
    next(m)
    return before, seen[:], any(map(note, [0, 5, 6])), seen
# --- a function that fails, and goes on
def f():
    m = map(lambda x: 10 // x, [5, 0, 2])
    out = [next(m)]
    try:
        next(m)
    except ZeroDivisionError:
        out.append('zero')
    out.append(next(m))
    return out, next(m, None)
# --- a StopIteration of the function is an end
def f():
    def stop(x):
        if x == 2:
            raise StopIteration
        return x
    m = map(stop, [1, 2, 3])
    return list(m), list(m)
# --- what cannot be gone through
def f():
    out = []
    for make in (lambda: map(len, 5), lambda: filter(None, 5), lambda: iter(5, 5), lambda: next(map(5, [1]))):
        try:
            make()
        except TypeError:
            out.append('no')
    return out
# --- filter
def f():
    a = filter(None, [0, 1, '', 'x', [], [0]])
    b = filter(lambda x: x > 1, [1, 2, 3])
    return next(a), list(a), next(b), list(b), next(filter(bool, []), 'none'), list(filter(str.isdigit, 'a1b2'))
# --- a function until a value
def f():
    left = [3, 2, 1, 0, 5]
    it = iter(lambda: left.pop(0), 0)
    return list(it), left, list(it), left
# --- a function until it raises
def f():
    it = iter([1, 2])
    def take():
        return next(it)
    calls = iter(take, 9)
    return list(calls), next(calls, 'over')
# --- takewhile and dropwhile
from itertools import takewhile, dropwhile
def f():
    it = iter([1, 2, 9, 3, 1])
    t = takewhile(lambda x: x < 5, it)
    a = list(t), list(t), list(it)
    d = dropwhile(lambda x: x < 5, [1, 9, 2, 8])
    return a, next(d), list(d), list(dropwhile(lambda x: True, [1, 2])), list(takewhile(lambda c: c != ' ', 'ab cd'))
# --- a predicate that fails
from itertools import takewhile, dropwhile
def f():
    out = []
    t = takewhile(lambda x: 10 // x > 1, [5, 0, 4, 20, 3])
    d = dropwhile(lambda x: 10 // x > 1, [5, 0, 4, 20, 3])
    for it in (t, d):
        for _ in range(5):
            try:
                out.append(next(it, 'end'))
            except ZeroDivisionError:
                out.append('zero')
    return out
# --- starmap, filterfalse, compress
from itertools import starmap, filterfalse, compress
import itertools
def f():
    a = list(starmap(pow, [(2, 3), [3, 2]])), list(starmap(lambda *a: a, ['ab', (), range(2)]))
    b = list(filterfalse(None, [0, 1, '', 'x'])), list(filterfalse(lambda x: x % 2, range(5)))
    c = list(compress('abcd', [1, 0, True])), list(compress([1], [])), list(itertools.compress(data=[1, 2], selectors=[0, 1]))
    return a, b, c
# --- cycle
from itertools import cycle, islice
def f():
    c = cycle('abc')
    empty = cycle([])
    return list(islice(c, 7)), next(c), list(empty), [x for x, _ in zip(cycle([1, 2]), range(5))]
# --- accumulate
from itertools import accumulate
import operator
def f():
    a = list(accumulate([1, 2, 3], operator.mul)), list(accumulate([3, 1, 4], max)), list(accumulate([1, 2], initial=10))
    b = list(accumulate([], initial=5)), list(accumulate([], lambda a, b: a)), list(accumulate('abc', func=lambda a, b: b + a))
    return a, b, list(accumulate(['a', 'b'], initial='')), list(accumulate([1, 2], lambda a, b: a - b, initial=0)), list(accumulate([1, 2], None))
# --- groupby
from itertools import groupby
def f():
    a = [(k, list(g)) for k, g in groupby('aabcca')]
    b = {k: [x for x in g] for k, g in groupby([1, 3, 2, 4, 5], key=lambda x: x % 2)}
    c = [k for k, g in groupby([1, 1, 2, 2, 3])]
    return a, b, c, list(groupby([])), [len(list(g)) for _, g in groupby([1, 1, 2], lambda x: x)]
# --- groups that are left behind
from itertools import groupby
def f():
    it = groupby([1, 1, 1, 2, 2, 3])
    k, g = next(it)
    first = next(g)
    k2, g2 = next(it)
    late = list(g)
    more = next(g2)
    k3, g3 = next(it)
    return k, first, k2, late, more, k3, list(g2), list(g3), list(g3), next(it, None)
# --- all groups at once
from itertools import groupby
def f():
    groups = list(groupby('aab'))
    return [(k, list(g)) for k, g in groups]
# --- a key that fails
from itertools import groupby
def f():
    it = groupby([1, 0, 2], lambda x: 2 // x)
    out = []
    for _ in range(4):
        try:
            k, g = next(it)
            out.append(k)
        except ZeroDivisionError:
            out.append('zero')
        except StopIteration:
            out.append('end')
    return out
# --- keys that are alike
from itertools import groupby
def f():
    return [(k, list(g)) for k, g in groupby([1, True, 1.0, 2, 'a', 'A'], key=lambda x: x.lower() if isinstance(x, str) else x)]
# --- tee
from itertools import tee
def f():
    it = iter([1, 2, 3])
    a, b = tee(it)
    x = next(a), next(a), next(b)
    c, d, e = tee('ab', 3)
    return x, list(a), list(b), list(it), list(c), list(e), list(d), tee([1], 0)
# --- tee of what tee gave
from itertools import tee
def f(): # unsupported
    a, b = tee([1, 2])
    c, d = tee(a)
    return list(c), list(a)
# --- stars
from itertools import zip_longest, chain, product
def f():
    rows = [[1, 2], [3], []]
    it = iter(range(5))
    args = [it] * 2
    a = list(zip_longest(*rows)), list(zip_longest(*args, fillvalue=-1)), list(chain(*rows)), list(product(*[[1, 2], 'a']))
    return a, list(chain(*rows, [9])), list(product(*[[0, 1]], repeat=2)), list(zip_longest(*[]))
# --- iterators of the program
from itertools import takewhile, groupby, starmap
class Count:
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
    def gen():
        yield 1
        yield 2
        return 3
    a = list(map(str, Count(3))), list(takewhile(lambda x: x, Count(4))), list(filter(None, gen()))
    return a, [(k, len(list(g))) for k, g in groupby(Count(4), lambda x: x // 2)], list(map(lambda a, b: a + b, Count(2), gen()))
# --- generators over them
from itertools import takewhile
def head(it, n):
    for i, x in enumerate(it):
        if i == n:
            return
        yield x
def f():
    def deleg(it):
        got = yield from map(str, it)
        yield got
    return list(head(map(abs, [-1, 2, -3]), 2)), list(deleg([1, 2])), [*takewhile(bool, head([1, 1, 0, 1], 4))]
# --- who consumes raises StopIteration
class N:
    def __init__(self, n):
        self.n = n
    def __radd__(self, other):
        if self.n > 2:
            raise StopIteration
        return other + self.n
    def __bool__(self):
        if self.n > 2:
            raise StopIteration
        return False
    def __hash__(self):
        if self.n > 2:
            raise StopIteration
        return 1
    def __eq__(self, other):
        return self.n == other.n
    def __lt__(self, other):
        if self.n > 2:
            raise StopIteration
        return self.n < other.n
    def __gt__(self, other):
        return other < self
def f():
    out = []
    for n in (1, 3):
        for kind in range(6):
            try:
                if kind == 0:
                    got = sum(N(y) for y in [n, n])
                elif kind == 1:
                    got = any(N(y) for y in [n])
                elif kind == 2:
                    got = all(N(y) for y in [n])
                elif kind == 3:
                    got = min(N(y) for y in [n, n]).n
                elif kind == 4:
                    got = max(N(y) for y in [n, n]).n
                else:
                    got = len(list(N(y) for y in [n, n]))
                out.append(got)
            except StopIteration:
                out.append('stop')
            except RuntimeError:
                out.append('runtime')
    return out
# --- the element raises StopIteration
class N:
    pass
def bad(x):
    raise StopIteration
def f():
    out = []
    for act in (sum, any, all, set, min, max, sorted, list, tuple):
        try:
            act(bad(y) for y in [1])
        except StopIteration:
            out.append('stop')
        except RuntimeError:
            out.append('runtime')
        try:
            act(map(bad, [1]))
            out.append('fine')
        except ValueError:
            out.append('empty')
    return out
# --- fields of data classes
from dataclasses import dataclass, field
@dataclass
class A:
    name: str
    level: int = field(default=1)
    tags: list = field(default_factory=list, compare=False, repr=False)
    note: str = field(default='', compare=False)
    area: int = field(init=False, default=7)
    more: dict = field(default_factory=lambda: {'a': [1, 2]}, kw_only=True)
    made: list = field(init=False, default_factory=list)
def f():
    a, b = A('x'), A('x', 1, [2], 'n')
    a.tags.append(1)
    a.more['a'].append(3)
    a.made.append(4)
    out = [a == b, repr(a), repr(b), a.area, A.level, A.note, A.area, b.more, A('y', 2, more={}).more, b.made]
    for call in (lambda: A('x', 1, [], '', {}), lambda: A('x', area=3), lambda: A.tags):
        try:
            call()
        except TypeError:
            out.append('type')
        except AttributeError:
            out.append('attribute')
    return out
# --- order, hash and keywords alone
from dataclasses import dataclass, field
@dataclass(order=True, frozen=True)
class V:
    major: int
    label: str = field(default='', compare=False)
@dataclass(kw_only=True)
class K:
    b: int = 2
    a: int
@dataclass
class P:
    x: int
    n: int = field(default=0, kw_only=True)
    y: int = 5
def f():
    out = [V(1, 'a') == V(1, 'b'), V(1, 'a') < V(1, 'b'), V(1) <= V(2, 'z')]
    out += [repr(K(a=1)), repr(P(1, 2)), repr(P(1, n=3)), P(1, 2) == P(1, 2, n=1)]
    for call in (lambda: K(1, 2), lambda: K(), lambda: P(1, 2, 3)):
        try:
            call()
        except TypeError:
            out.append('type')
    match P(4, 6):
        case P(a, b):
            out.append((a, b))
    return out
# --- made by functions and classes of the program
from dataclasses import dataclass, field
def start():
    return [0]
class Inner:
    def __init__(self):
        self.n = 1
@dataclass
class A:
    xs: list = field(default_factory=start)
    inner: Inner = field(default_factory=Inner)
    t: tuple = field(default_factory=tuple)
def f():
    a, b = A(), A()
    a.xs.append(1)
    a.inner.n = 2
    return a.xs, b.xs, b.inner.n, a.t, a.inner is b.inner
# --- set later
from dataclasses import dataclass, field
@dataclass
class Box:
    w: int
    h: int = 2
    area: int = field(init=False)
    def __post_init__(self):
        if self.w < 0:
            raise ValueError('negative')
        self.area = self.w * self.h
@dataclass
class Bare:
    x: int = field(init=False)
def f():
    out = [Box(3).area, Box(3) == Box(3, 2), repr(Box(1))]
    for call in (lambda: Box(-1), lambda: Bare().x, lambda: repr(Bare()), lambda: Bare() == Bare()):
        try:
            out.append(call())
        except ValueError:
            out.append('value')
        except AttributeError:
            out.append('attribute')
    return out
# --- replace, astuple and asdict
from dataclasses import dataclass, field, replace, astuple, asdict
import dataclasses
@dataclass(frozen=True)
class V:
    major: int
    minor: int = 0
    tags: list = field(default_factory=list)
    size: int = field(init=False, default=3)
class Sub(V):
    pass
def f():
    v = V(1, 2, [7])
    w = replace(v, minor=5)
    out = [w, w.tags is v.tags, type(replace(Sub(1), major=2)).__name__, astuple(v), asdict(v), astuple(v)[2] is v.tags, dataclasses.replace(v) == v]
    for call in (lambda: replace(v, size=1), lambda: replace(v, nope=1), lambda: replace(v, 1)):
        try:
            call()
            out.append('fine')
        except ValueError:
            out.append('value')
        except TypeError:
            out.append('type')
    return out
# --- objects within
from dataclasses import dataclass, asdict
@dataclass
class A:
    x: int
@dataclass
class B:
    a: A
def f(): # unsupported
    return asdict(B(A(1)))
# --- margins
import textwrap
from textwrap import dedent, indent
def f():
    texts = ['', 'a', '  a\n    b', '\ta\n  b', '  a\n \n  b\n', ' \n\t\n', '    x\n  y\n   z', '\t  a\n\t b', '  a\r\n  b', '  a\x0c\n  b', 'a\n  b', '  \ta\n  \tb\n', '   \n  a', '  a\x0b', '\x0c  a', '  a\u2028  b']
    out = [dedent(t) for t in texts]
    out += [textwrap.indent(t, '> ') for t in texts]
    out += [indent('a\n\nb', '--', lambda line: True), indent('a\n\nb', prefix='+', predicate=lambda line: 'a' in line)]
    for bad in (None, 3, b' a'):
        try:
            dedent(bad)
        except TypeError:
            out.append('type')
    return out
# --- words
import string
def f():
    texts = ['', ' ', 'hello  world ', 'HELLO wORLD', 'a-b c', '\tx\ny', 'ßa']
    return [string.capwords(t) for t in texts] + [string.capwords('a-b--c', '-'), string.capwords('a b', sep=None)]
