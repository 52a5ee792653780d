# Programs with containers of the library, separated by lines of dashes; a mark behind the title says that one may not be decided.
from collections import defaultdict
def f():
    d = defaultdict(int)
    for c in 'abca':
        d[c] += 1
    return dict(d), d['z'], len(d), 'q' in d, d.get('q'), list(d.items()), d == {'a': 2, 'b': 1, 'c': 1, 'z': 0}
# --- lists and functions
import collections
def f():
    d = collections.defaultdict(list)
    d[1].append('x')
    d[1].append('y')
    d[2]
    e = collections.defaultdict(lambda: 7, a=1)
    g = collections.defaultdict(dict, [(1, 2)])
    g['n']['m'] = 3
    return d, e['a'], e['b'], len(e), g[1], g['n'], sorted(d), isinstance(d, dict)
# --- nothing to make
from collections import defaultdict
def f():
    out = []
    for d in (defaultdict(), defaultdict(None, {'a': 1})):
        try:
            out.append(d['x'])
        except KeyError as e:
            out.append(e.args)
    return out
# --- what cannot be called
from collections import defaultdict
def f():
    try:
        return defaultdict(5)
    except TypeError:
        return 'no'
# --- a copy makes it too
from collections import defaultdict
def f():
    d = defaultdict(int)
    e = d.copy()
    e['x'] += 5
    c = dict(d)
    try:
        c['y']
    except KeyError:
        return d, e, len(d)
# --- other ways to ask
from collections import defaultdict
def f():
    d = defaultdict(list)
    d.setdefault('a', [1])
    out = [d.pop('zz', 0)]
    try:
        d.pop('q')
    except KeyError:
        out.append('no')
    try:
        del d['q']
    except KeyError:
        out.append('none')
    return out, d, '%(w)s' % d, len(d)
# --- a maker that fails, and one that changes it
from collections import defaultdict
def f():
    def bad():
        raise ValueError('x')
    d = defaultdict(bad)
    try:
        d[1]
    except ValueError:
        pass
    n = []
    e = defaultdict(lambda: n.append(1) or len(n))
    return len(d), e['a'], e['a'], e['b'], e
# --- nested
from collections import defaultdict
def f():
    d = defaultdict(lambda: defaultdict(int))
    d['a']['b'] += 1
    d['a']['c'] += 2
    return {k: dict(v) for k, v in d.items()}
# --- keys that cannot be
from collections import defaultdict
def f():
    try:
        return defaultdict(int)[[]]
    except TypeError:
        return 'no'
# --- its text # unsupported
from collections import defaultdict
def f():
    return repr(defaultdict(int))
# --- its type # unsupported
from collections import defaultdict
def f():
    return type(defaultdict(int)) is dict
# --- its maker # unsupported
from collections import defaultdict
def f():
    return defaultdict(int).default_factory is int
# --- a union # unsupported
from collections import defaultdict
def f():
    d = defaultdict(int) | {'a': 1}
    return d['z']
# --- at the top level # unsupported
from collections import defaultdict
D = defaultdict(int)
def f():
    return D['z']
# --- as a pattern, and spread
from collections import defaultdict
def g(**k):
    return k
def f():
    d = defaultdict(int, a=1)
    match d:
        case {'b': x}:
            r = 'b'
        case {'a': x, **rest}:
            r = x, rest
    return r, g(**d), {**d}, len(d)
