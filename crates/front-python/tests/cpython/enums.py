# Programs with enumerations, separated by lines of dashes; a mark behind the title says that one may not be decided.
from enum import Enum
class C(Enum):
    A = 1
    B = 2
def f():
    return C.A, C.A.name, C.B.value, C(1), C['B'], C.A is C(1), C.A == C.B, C.A != C.B, C.A == 1, 1 == C.A, C.A in C, list(C), len(C)
# --- texts
import enum
class C(enum.Enum):
    A = 'a'
    B = (1, 'x')
    N = None
def f():
    return str(C.A), repr(C.A), f'{C.A}', '%s %r' % (C.A, C.B), repr(C.N), repr([C.A, C.B]), repr({C.A: C.B}), '{}'.format(C.A), C.B.value[1]
# --- not a value
from enum import Enum
class C(Enum):
    A = 1
def f():
    out = []
    for v in (2, '1', None, [1], 1.0, True, 1.5, (1,), C.A):
        try:
            out.append(C(v))
        except ValueError as e:
            out.append('no')
    try:
        C(7)
    except ValueError as e:
        out.append(str(e))
    return out
# --- not a name
from enum import Enum
class C(Enum):
    A = 1
def f():
    try:
        return C['X']
    except KeyError as e:
        return e.args
# --- an attribute that is not there
from enum import Enum
class C(Enum):
    A = 1
def f():
    out = []
    try:
        C.X
    except AttributeError:
        out.append(1)
    try:
        C.A.foo
    except AttributeError:
        out.append(2)
    return out
# --- aliases
from enum import Enum
class C(Enum):
    A = 1
    B = 2
    A2 = 1
def f():
    return C.A2, C.A2 is C.A, list(C), len(C), C['A2'], C.A2.name, C(1)
# --- auto
from enum import Enum, auto
class C(Enum):
    A = auto()
    B = auto()
    X = 10
    D = auto()
def f():
    return [(c.name, c.value) for c in C]
# --- auto behind a smaller number # unsupported
from enum import Enum, auto
class C(Enum):
    X = 10
    Y = 3
    D = auto()
def f():
    return C.D.value
# --- keys
from enum import Enum
class C(Enum):
    A = 1
    B = 2
def f():
    d = {C.A: 'a', C.B: 'b', 1: 'one'}
    d[C.A] = 'aa'
    return d[C.A], d.get(C.B), d[1], C.A in d, list(d), {C.A, C.A}, len({C.A, C.B, 1})
# --- methods and properties
from enum import Enum
class Op(Enum):
    ADD = '+'
    SUB = '-'
    def apply(self, a, b):
        if self is Op.ADD:
            return a + b
        return a - b
    @property
    def is_add(self):
        return self == Op.ADD
    @classmethod
    def default(cls):
        return cls.ADD
    @staticmethod
    def parse(text):
        return Op(text)
    def __str__(self):
        return self.value
def f():
    return Op.ADD.apply(1, 2), Op.SUB.apply(5, 3), Op.ADD.is_add, Op.SUB.is_add, Op.default(), Op.parse('-'), str(Op.ADD), repr(Op.ADD), f'{Op.SUB}'
# --- order fails # unsupported
from enum import Enum
class C(Enum):
    A = 1
    B = 2
def f():
    return C.A < C.B
# --- order of its own
from enum import Enum
class C(Enum):
    A = 1
    B = 2
    def __lt__(self, other):
        return self.value < other.value
def f():
    return C.A < C.B, C.B < C.A, C.A > C.B
# --- numbers
from enum import IntEnum
class C(IntEnum):
    A = 1
    B = 2
    Z = 0
def f():
    return (C.A == 1, 1 == C.A, C.A < C.B, C.B > 1, C.A + C.B, C.A + 1, 10 - C.B, C.B * 2.5, bool(C.Z), bool(C.A), str(C.A), repr(C.A),
            f'{C.A}', C(2), C.A in [1, 2], 1 in [C.A], {C.A: 'x'}[1], {1: 'y'}[C.A], isinstance(C.A, int), -C.B, abs(C.B), C.A != 2, C.A.value, C.A is C(1), type(C.A) is C)
# --- numbers where they are taken for one # unsupported
from enum import IntEnum
class C(IntEnum):
    A = 1
def f():
    return [10, 20][C.A]
# --- numbers in a range # unsupported
from enum import IntEnum
class C(IntEnum):
    A = 3
def f():
    return list(range(C.A))
# --- a list that is repeated # unsupported
from enum import IntEnum
class C(IntEnum):
    A = 3
def f():
    return [0] * C.A
# --- in a format # unsupported
from enum import IntEnum
class C(IntEnum):
    A = 3
def f():
    return '%d' % C.A
# --- texts as members
from enum import Enum
class C(str, Enum):
    A = 'a'
    B = 'b'
def f():
    return (C.A == 'a', 'a' == C.A, C.A < C.B, C.A + 'x', 'x' + C.A, str(C.A), repr(C.A), f'{C.A}', C('b'), {'a': 1}[C.A], {C.A: 2}['a'],
            C.A in ('a', 'z'), 'a' in [C.B, C.A], isinstance(C.A, str), C.A.value, C.A == C.B, C.A != 'a', bool(C.A), '%s' % C.A)
# --- texts that are joined # unsupported
from enum import Enum
class C(str, Enum):
    A = 'a'
def f():
    return ','.join([C.A])
# --- texts with methods # unsupported
from enum import Enum
class C(str, Enum):
    A = 'a'
def f():
    return C.A.upper()
# --- texts in texts # unsupported
from enum import Enum
class C(str, Enum):
    A = 'a'
def f():
    return C.A in 'abc'
# --- texts of StrEnum
from enum import StrEnum, auto
class C(StrEnum):
    A = 'x'
    Bee = auto()
def f():
    return str(C.A), f'{C.A}', C.Bee.value, C.Bee == 'bee', repr(C.A), C('bee')
# --- an enumeration with nothing, and one that derives
from enum import Enum
class Base(Enum):
    def show(self):
        return self.name + '!'
    def __str__(self):
        return 'B:' + self.name
class C(Base):
    A = 1
class D(Base):
    A = 1
def f():
    return C.A.show(), D.A.show(), C.A == D.A, isinstance(C.A, Base), str(C.A), repr(D.A), C.A in {D.A: 1}
# --- membership of what is none
from enum import Enum
class C(Enum):
    A = 1
class D(Enum):
    A = 1
def f():
    out = [C.A in C, D.A in C]
    try:
        out.append(1 in C)
    except TypeError:
        out.append('no')
    return out
# --- changing it # unsupported
from enum import Enum
class C(Enum):
    A = 1
def f():
    try:
        C.A = 2
    except AttributeError:
        return 'no'
# --- attributes of a member # unsupported
from enum import Enum
class C(Enum):
    A = 1
def f():
    C.A.x = 5
    return C.A.x
# --- unique
from enum import Enum, unique
@unique
class C(Enum):
    A = 1
    B = 2
def f():
    return C.B
# --- a constructor # unsupported
from enum import Enum
class P(Enum):
    A = (1, 2)
    def __init__(self, x, y):
        self.x = x
def f():
    return P.A.x
# --- missing # unsupported
from enum import Enum
class P(Enum):
    A = 1
    @classmethod
    def _missing_(cls, value):
        return cls.A
def f():
    return P(9)
# --- flags # unsupported
from enum import Flag
class P(Flag):
    A = 1
    B = 2
def f():
    return P.A | P.B
# --- equal values of other kinds # unsupported
from enum import Enum
class C(Enum):
    A = 1
    B = True
def f():
    return C.B
# --- as a default and in a match
from enum import Enum
class C(Enum):
    A = 1
    B = 2
def g(c=C.A):
    match c:
        case C.A:
            return 'a'
        case C.B:
            return 'b'
def f():
    return g(), g(C.B), g(3)
# --- through getattr and types
from enum import Enum
class C(Enum):
    A = 1
def f():
    return getattr(C, 'A'), getattr(C, 'Z', 5), type(C.A), isinstance(C.A, C), isinstance(1, C), type(C.A).__name__, C.A.__class__ is C, callable(C.A)
# --- comprehension and sorting by value
from enum import Enum
class C(Enum):
    X = 3
    Y = 1
def f():
    return {c.value: c for c in C}, sorted(C, key=lambda c: c.value), [c for c in C if c is not C.X], max(C, key=lambda c: c.value), tuple(C), dict(zip('ab', C))
# --- a hash of its own # unsupported
from enum import Enum
class C(Enum):
    A = 1
    def __eq__(self, other):
        return True
def f():
    return {C.A: 1}
# --- truth of its own
from enum import Enum
class C(Enum):
    A = 1
    B = 0
    def __bool__(self):
        return self.value != 0
def f():
    return bool(C.A), bool(C.B), [c for c in C if c]
# --- sums of numbers
from enum import IntEnum
class C(IntEnum):
    A = 1
    B = 2
class D(IntEnum):
    B = 2
def f():
    return sum(C), sum([C.A, 5]), C.B == D.B, max([C.A, C.B]), C.B in [D.B], {C.B, D.B}, C(D.B)
# --- a plain class beside it adds
from enum import IntEnum
class C(IntEnum):
    A = 1
class O:
    def __radd__(self, other):
        return type(other).__name__
    def __eq__(self, other):
        return type(other).__name__
def f():
    return C.A + O(), C.A == O(), O() == C.A
