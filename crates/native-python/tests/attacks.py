# Pairs that a claim "nothing that f leads to changed" must not get wrong. A pair is two packages, each a dict of files;
# `lib.f` is asked about. `SEEN`: f does not do the same (this file's test runs CPython to be sure). `SAME`: it does, and
# that is to be told.

TYPING = "from typing import *\nimport typing\n"

SEEN, SAME = {}, {}


def seen(name, old, new, /, **more):
    SEEN[name] = ({"lib.py": old, **more.get("old", {})}, {"lib.py": new, **more.get("new", {})})


def same(name, old, new, /, **more):
    SAME[name] = ({"lib.py": old, **more.get("old", {})}, {"lib.py": new, **more.get("new", {})})


READ = "def f(n): return (LOG, len(LOG))\n"

# Annotations.
seen("annotation read by the client", "def g(x: int): pass\ndef f(n): return str(g.__annotations__)\n", "def g(x: str): pass\ndef f(n): return str(g.__annotations__)\n")
seen("annotation read by vars", "def g(x: int): pass\ndef f(n): return str(getattr(g, '__anno' + 'tations__'))\n", "def g(x: str): pass\ndef f(n): return str(getattr(g, '__anno' + 'tations__'))\n")
seen("annotation with an effect", "LOG = []\ndef g(x: LOG.append(1)): pass\n" + READ, "LOG = []\ndef g(x): pass\n" + READ)
seen("annotation that asks a table", "from collections import defaultdict\nLOG = defaultdict(int)\ndef g(x: LOG[1]): pass\n" + READ.replace("LOG,", "0,"), "from collections import defaultdict\nLOG = defaultdict(int)\ndef g(x: int): pass\n" + READ.replace("LOG,", "0,"))
seen("annotations become texts", "LOG = []\ndef g(x: LOG.append(1)): pass\n" + READ, "from __future__ import annotations\nLOG = []\ndef g(x: LOG.append(1)): pass\n" + READ)
seen("annotations become texts, for a decorator", "LOG = []\ndef note(c):\n    LOG.extend(c.__annotations__.values())\n    return c\n@note\nclass C:\n    x: int\ndef f(n): return str(LOG)\n", "from __future__ import annotations\nLOG = []\ndef note(c):\n    LOG.extend(c.__annotations__.values())\n    return c\n@note\nclass C:\n    x: int\ndef f(n): return str(LOG)\n")
seen("annotations become texts, for a data class", "import dataclasses\n@dataclasses.dataclass\nclass C:\n    x: int = 1\ndef f(n): return str([p.type for p in dataclasses.fields(C)])\n", "from __future__ import annotations\nimport dataclasses\n@dataclasses.dataclass\nclass C:\n    x: int = 1\ndef f(n): return str([p.type for p in dataclasses.fields(C)])\n")
seen("annotation of a data class", "import dataclasses\n@dataclasses.dataclass\nclass C:\n    x: int = 1\ndef f(n): return repr(C())\n", "import dataclasses, typing\n@dataclasses.dataclass\nclass C:\n    x: typing.ClassVar[int] = 1\ndef f(n): return repr(C())\n")
seen("annotation of a named tuple", "import typing\nclass C(typing.NamedTuple):\n    x: int\n    y: int = 2\ndef f(n): return len(C(1))\n", "import typing\nclass C(typing.NamedTuple):\n    x: int\n    y = 2\ndef f(n): return len(C(1))\n")
seen("annotation that raises", "try:\n    def g(x: int): pass\n    N = 1\nexcept NameError:\n    N = 2\ndef f(n): return N\n", "try:\n    def g(x: nobody): pass\n    N = 1\nexcept NameError:\n    N = 2\ndef f(n): return N\n")
seen("a function compiles text under the module's annotations", "def f(n):\n    space = {}\n    exec('def g(x: int): pass', space)\n    return str(space['g'].__annotations__)\n", "from __future__ import annotations\ndef f(n):\n    space = {}\n    exec('def g(x: int): pass', space)\n    return str(space['g'].__annotations__)\n")
seen("annotation registered by type", "import functools\n@functools.singledispatch\ndef g(x): return 0\n@g.register\ndef _(x: int): return 1\ndef f(n): return g(n)\n", "import functools\n@functools.singledispatch\ndef g(x): return 0\n@g.register\ndef _(x: str): return 1\ndef f(n): return g(n)\n")
seen("hints of a class are read", "import typing\nclass C:\n    x: int\ndef f(n): return str(typing.get_type_hints(C))\n", "import typing\nclass C:\n    x: str\ndef f(n): return str(typing.get_type_hints(C))\n")

seen("annotation of a named tuple under another name", "from typing import NamedTuple as NT\nLOG = []\nclass C(NT):\n    x: int = 1\n    y: int = 2\nif len(C()) == 2:\n    LOG.append(1)\ndef f(n): return len(LOG)\n", "from typing import NamedTuple as NT\nLOG = []\nclass C(NT):\n    x: int = 1\n    y = 2\nif len(C()) == 2:\n    LOG.append(1)\ndef f(n): return len(LOG)\n")
seen("a class handed to a maker", "from dataclasses import dataclass as d\nLOG = []\nclass C:\n    x: int = 1\n    y: int = 2\nD = d(C)\nLOG.append(repr(D()))\ndef f(n): return str(LOG)\n", "from dataclasses import dataclass as d\nLOG = []\nclass C:\n    x: int = 1\n    y = 2\nD = d(C)\nLOG.append(repr(D()))\ndef f(n): return str(LOG)\n")
seen("types that cannot be put together", "try:\n    A = int | str\n    N = 1\nexcept TypeError:\n    N = 2\ndef f(n): return N\n", "try:\n    A = int | 'str'\n    N = 1\nexcept TypeError:\n    N = 2\ndef f(n): return N\n")

# What stands for type checkers.
CHECKED = "from typing import TYPE_CHECKING\nLOG = []\nif TYPE_CHECKING:\n    {}\n" + READ
seen("checking is switched on by the module before", "import on\n" + CHECKED.format("pass") + "import off\n", "import on\n" + CHECKED.format("LOG.append(1)") + "import off\n", old={"on.py": "import typing\ntyping.TYPE_CHECKING = True\n", "off.py": "import typing\ntyping.TYPE_CHECKING = False\n"}, new={"on.py": "import typing\ntyping.TYPE_CHECKING = True\n", "off.py": "import typing\ntyping.TYPE_CHECKING = False\n"})
SWITCH = "import typing\nsetattr(typing, 'TYPE_' + 'CHECKING', {})\n"
seen("checking is switched on under a computed name", SWITCH.format(True) + CHECKED.format("pass") + SWITCH.format(False), SWITCH.format(True) + CHECKED.format("LOG.append(1)") + SWITCH.format(False))
seen("checking is a name of the module", CHECKED.replace("from typing import TYPE_CHECKING", "TYPE_CHECKING = 1").format("pass"), CHECKED.replace("from typing import TYPE_CHECKING", "TYPE_CHECKING = 1").format("LOG.append(1)"))
seen("checking is bound anew before", CHECKED.replace("LOG = []", "LOG = []\nTYPE_CHECKING = True").format("pass") + "TYPE_CHECKING = False\n", CHECKED.replace("LOG = []", "LOG = []\nTYPE_CHECKING = True").format("LOG.append(1)") + "TYPE_CHECKING = False\n")
seen("checking is set by globals", CHECKED.replace("LOG = []", "LOG = []\nglobals()['TYPE_' + 'CHECKING'] = True").format("pass") + "globals()['TYPE_' + 'CHECKING'] = False\n", CHECKED.replace("LOG = []", "LOG = []\nglobals()['TYPE_' + 'CHECKING'] = True").format("LOG.append(1)") + "globals()['TYPE_' + 'CHECKING'] = False\n")
seen("checking comes by a star", "from on import *\nLOG = []\nif TYPE_CHECKING:\n    pass\n" + READ, "from on import *\nLOG = []\nif TYPE_CHECKING:\n    LOG.append(1)\n" + READ, old={"on.py": "TYPE_CHECKING = 1\n"}, new={"on.py": "TYPE_CHECKING = 1\n"})
seen("typing is another module", "import on as typing\nLOG = []\nif typing.TYPE_CHECKING:\n    pass\n" + READ, "import on as typing\nLOG = []\nif typing.TYPE_CHECKING:\n    LOG.append(1)\n" + READ, old={"on.py": "TYPE_CHECKING = 1\n"}, new={"on.py": "TYPE_CHECKING = 1\n"})
seen("the other branch runs", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    N = 1\nelse:\n    N = 2\ndef f(n): return N\n", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    N = 1\nelse:\n    N = 3\ndef f(n): return N\n")
seen("not for checkers", "from typing import TYPE_CHECKING\nN = 1\nif not TYPE_CHECKING:\n    N = 2\ndef f(n): return N\n", "from typing import TYPE_CHECKING\nN = 1\nif not TYPE_CHECKING:\n    N = 3\ndef f(n): return N\n")

# Aliases of types.
seen("alias by a table that remembers", "from collections import defaultdict\nLOG = defaultdict(int)\nA = int\ndef f(n): return len(LOG)\n", "from collections import defaultdict\nLOG = defaultdict(int)\nA = LOG[1]\ndef f(n): return len(LOG)\n")
seen("alias by a name that was a table", "from collections import defaultdict\nLOG = List = defaultdict(int)\nA = int\nfrom typing import List\ndef f(n): return len(LOG)\n", "from collections import defaultdict\nLOG = List = defaultdict(int)\nA = List[1]\nfrom typing import List\ndef f(n): return len(LOG)\n")
seen("alias of a class with an item of its own", "LOG = []\nclass C:\n    def __class_getitem__(cls, k): LOG.append(k)\nA = int\n" + READ, "LOG = []\nclass C:\n    def __class_getitem__(cls, k): LOG.append(k)\nA = C[1]\n" + READ)
seen("alias joined by an operator of its own", "LOG = []\nclass M(type):\n    def __or__(cls, k): LOG.append(1)\nclass C(metaclass=M): pass\nA = int\n" + READ, "LOG = []\nclass M(type):\n    def __or__(cls, k): LOG.append(1)\nclass C(metaclass=M): pass\nA = C | int\n" + READ)
seen("alias that the client uses", "import typing\nA = typing.Union[int, str]\ndef f(n): return str(A)\n", "import typing\nA = typing.Union[int, bytes]\ndef f(n): return str(A)\n")

# Names.
seen("import that may fail", "try:\n    from other import thing\nexcept ImportError:\n    thing = None\ndef f(n): return thing is None\n", "try:\n    from other import thing\nexcept ImportError:\n    thing = None\ndef f(n): return thing is None\n", old={"other.py": "x = 1\n"}, new={"other.py": "x = 1\nthing = 2\n"})
seen("import that may fail tells", "LOG = []\ntry:\n    from other import thing\nexcept ImportError:\n    LOG.append(1)\n" + READ, "LOG = []\ntry:\n    from other import thing\nexcept ImportError:\n    LOG.append(1)\n" + READ, old={"other.py": "x = 1\n"}, new={"other.py": "x = 1\nthing = 2\n"})
seen("module that only new has", "LOG = []\ntry:\n    import fresh\nexcept ImportError:\n    LOG.append(1)\n" + READ, "LOG = []\ntry:\n    import fresh\nexcept ImportError:\n    LOG.append(1)\n" + READ, new={"fresh.py": "x = 1\n"})
seen("import within a function", "LOG = []\ndef g():\n    try:\n        from other import thing\n    except ImportError:\n        LOG.append(1)\ng()\n" + READ, "LOG = []\ndef g():\n    try:\n        from other import thing\n    except ImportError:\n        LOG.append(1)\ng()\n" + READ, old={"other.py": "x = 1\n"}, new={"other.py": "x = 1\nthing = 2\n"})
seen("star import of what shadows", "from other import *\nN = len([3])\ndef f(n): return N\n", "from other import *\nN = len([3])\ndef f(n): return N\n", old={"other.py": "x = 1\n"}, new={"other.py": "x = 1\nlen = sum\n"})
seen("star import by a list of names", "from other import *\nN = max([1, 2])\ndef f(n): return N\n", "from other import *\nN = max([1, 2])\ndef f(n): return N\n", old={"other.py": "max = min\n__all__ = []\n"}, new={"other.py": "max = min\n__all__ = ['max']\n"})
seen("star import twice over", "from other import *\nN = len([3])\ndef f(n): return N\n", "from other import *\nN = len([3])\ndef f(n): return N\n", old={"other.py": "from third import *\n", "third.py": "x = 1\n"}, new={"other.py": "from third import *\n", "third.py": "x = 1\nlen = sum\n"})
seen("added to", "A = B = []\nC = []\nx = A\nx += [1]\ndef f(n): return len(C)\n", "A = B = []\nC = []\nx = C\nx += [1]\ndef f(n): return len(C)\n")
seen("deleted", "x = 1\nN = 1\ntry:\n    del y\nexcept NameError:\n    N = 2\ndef f(n): return N\n", "x = 1\nN = 1\ny = 2\ntry:\n    del y\nexcept NameError:\n    N = 2\ndef f(n): return N\n")
seen("imported under another name", "from other import thing as t\nN = t + 1\ndef f(n): return N\n", "from other import thing as t\nN = t + 1\ndef f(n): return N\n", old={"other.py": "thing = 1\n"}, new={"other.py": "thing = 2\n"})
seen("imported, and from there imported", "from other import t\nN = t + 1\ndef f(n): return N\n", "from other import t\nN = t + 1\ndef f(n): return N\n", old={"other.py": "from third import thing as t\n", "third.py": "thing = 1\n"}, new={"other.py": "from third import thing as t\n", "third.py": "thing = 2\n"})
seen("asked of the module", "import other\nN = other.thing + 1\ndef f(n): return N\n", "import other\nN = other.thing + 1\ndef f(n): return N\n", old={"other.py": "thing = 1\n"}, new={"other.py": "thing = 2\n"})
seen("set in another module", "import other\nother.thing = 5\ndef f(n): return other.g()\n", "import other\nother.thing = 5\ndef f(n): return other.g()\n", old={"other.py": "thing = 1\ndef g(): return thing\n"}, new={"other.py": "thing = 1\nthing2 = thing\ndef g(): return thing + 1\n"})
seen("a global that a function sets", "N = 0\nK = 1\ndef g():\n    global N\n    N = K\ng()\ndef f(n): return N\n", "N = 0\nK = 2\ndef g():\n    global N\n    N = K\ng()\ndef f(n): return N\n")
seen("order of two names", "A = 1\nB = 2\nN = [k for k in dir() if len(k) == 1]\ndef f(n): return list(globals()).index('A') < list(globals()).index('B')\n", "B = 2\nA = 1\nN = [k for k in dir() if len(k) == 1]\ndef f(n): return list(globals()).index('A') < list(globals()).index('B')\n")
seen("order of imports", "import a\nimport b\nimport log\ndef f(n): return str(log.LOG)\n", "import b\nimport a\nimport log\ndef f(n): return str(log.LOG)\n", old={"log.py": "LOG = []\n", "a.py": "import log\nlog.LOG.append(1)\n", "b.py": "import log\nlog.LOG.append(2)\n"}, new={"log.py": "LOG = []\n", "a.py": "import log\nlog.LOG.append(1)\n", "b.py": "import log\nlog.LOG.append(2)\n"})
seen("members that operators ask for", "LOG = []\nclass C:\n    x = 1\nif C() == C():\n    LOG.append(1)\n" + READ, "LOG = []\nclass C:\n    x = 1\n    __eq__ = bool\nif C() == C():\n    LOG.append(1)\n" + READ)
seen("slots", "class C:\n    pass\ndef f(n):\n    c = C()\n    try:\n        c.x = 1\n    except AttributeError:\n        return 2\n    return 1\n", "class C:\n    __slots__ = ()\ndef f(n):\n    c = C()\n    try:\n        c.x = 1\n    except AttributeError:\n        return 2\n    return 1\n")

# What is read, and where things stand.
seen("a file read while loading", "import os\nN = len(open(os.path.join(os.path.dirname(__file__), 'data.txt')).read())\ndef f(n): return N\n", "import os\nN = len(open(os.path.join(os.path.dirname(__file__), 'data.txt')).read())\ndef f(n): return N\n", old={"data.txt": "a"}, new={"data.txt": "ab"})
seen("a file read by the client", "import os\ndef f(n): return len(open(os.path.join(os.path.dirname(__file__), 'data.txt')).read())\n", "import os\ndef f(n): return len(open(os.path.join(os.path.dirname(__file__), 'data.txt')).read())\n", old={"data.txt": "a"}, new={"data.txt": "ab"})
seen("line numbers by inspect", "import inspect\ndef f(n): return inspect.currentframe().f_lineno\n", "import inspect\n\ndef f(n): return inspect.currentframe().f_lineno\n")
seen("line numbers by code", "def g(): pass\ndef f(n): return g.__code__.co_firstlineno\n", "\ndef g(): pass\ndef f(n): return g.__code__.co_firstlineno\n")
seen("line numbers by a traceback", "import sys\ndef g(): raise ValueError\ndef f(n):\n    try:\n        g()\n    except ValueError as e:\n        return e.__traceback__.tb_lineno\n", "import sys\n\ndef g(): raise ValueError\ndef f(n):\n    try:\n        g()\n    except ValueError as e:\n        return e.__traceback__.tb_lineno\n")
seen("line numbers while loading", "import sys\nLOG = []\nLOG.append(sys._getframe().f_lineno)\n" + READ, "import sys\n\nLOG = []\nLOG.append(sys._getframe().f_lineno)\n" + READ)
seen("the text of a function", "import inspect\ndef g(): return 1  # one\ndef f(n): return inspect.getsource(g)\n", "import inspect\ndef g(): return 1  # two\ndef f(n): return inspect.getsource(g)\n")
seen("a docstring read by the client", "def g():\n    'a'\ndef f(n): return g.__doc__\n", "def g():\n    'b'\ndef f(n): return g.__doc__\n")
seen("a docstring of the module", "'a'\ndef f(n): return __doc__\n", "'b'\ndef f(n): return __doc__\n")
seen("a thread while loading", "import threading\nLOG = []\nt = threading.Thread(target=LOG.append, args=(1,))\nt.start()\nt.join()\n" + READ, "import threading\nLOG = []\nt = threading.Thread(target=LOG.append, args=(2,))\nt.start()\nt.join()\n" + READ)
seen("the modules that are loaded", "import sys\ndef f(n): return 'third' in sys.modules\n", "import sys\nimport third\ndef f(n): return 'third' in sys.modules\n", old={"third.py": "x = 1\n"}, new={"third.py": "x = 1\n"})
seen("all subclasses", "class A: pass\nclass B(A): pass\ndef f(n): return len(A.__subclasses__())\n", "class A: pass\nclass B(A): pass\nclass C(A): pass\ndef f(n): return len(A.__subclasses__())\n")
seen("hidden by a closure of C", "import itertools\nIT = itertools.cycle([1, 2])\nN = 0\ndef f(n): return next(IT)\n", "import itertools\nIT = itertools.cycle([1, 2])\nN = next(IT)\ndef f(n): return next(IT)\n")
seen("a maker that was another function", "LOG = []\ncompile = LOG.append\nfrom re import compile\n" + READ, "LOG = []\ncompile = LOG.append\nP = compile('a')\nfrom re import compile\n" + READ)
seen("an overload that was another function", "LOG = []\noverload = LOG.append\nfrom typing import overload\ndef g(): pass\n" + READ.replace("(LOG, len(LOG))", "len(LOG)"), "LOG = []\noverload = LOG.append\n@overload\ndef g(): pass\nfrom typing import overload\ndef g(): pass\n" + READ.replace("(LOG, len(LOG))", "len(LOG)"))
seen("decimal context", "import decimal\ndef f(n): return str(decimal.Decimal(1) / 3)\n", "import decimal\ndecimal.getcontext().prec = 5\ndef f(n): return str(decimal.Decimal(1) / 3)\n")
seen("decimal context, loaded by one alone", "def f(n):\n    import decimal\n    return str(decimal.Decimal(1) / 3)\n", "import decimal\ndecimal.getcontext().prec = 5\ndef f(n):\n    import decimal\n    return str(decimal.Decimal(1) / 3)\n")

# These are told to be the same.
same("annotations", "import typing\ndef g(x): return x\ndef f(n): return g(n)\n", "import typing\ndef g(x: typing.Optional[int]) -> int: return x\ndef f(n: int) -> int: return g(n)\n")
same("annotations become texts", "def g(x: int) -> int: return x\ndef f(n: int) -> int: return g(n)\n", "from __future__ import annotations\ndef g(x: int) -> int: return x\ndef f(n: int) -> int: return g(n)\n")
same("docstrings", "def g(x):\n    'a'\n    return x\ndef f(n): return g(n)\n", "def g(x):\n    'b'\n    return x\ndef f(n):\n    'c'\n    return g(n)\n")
same("for type checkers", "import typing\nif typing.TYPE_CHECKING:\n    from nowhere import A\ndef f(n): return n\n", "import typing\nif typing.TYPE_CHECKING:\n    from nowhere import B\n    B.x()\ndef f(n): return n\n")
same("for type checkers, by its name", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from nowhere import A\ndef f(n): return n\n", "from typing import TYPE_CHECKING\nimport os\ndef f(n): return n\n")
same("aliases", "import typing\nA = typing.Union[int, str]\ndef f(n): return n\n", "import typing\nA = typing.Optional[typing.List[int]]\nB = int | None\ndef f(n): return n\n")
same("typing under another name", "import typing as _t\nA = _t.Optional[_t.Any]\nclass C:\n    x: _t.Any = 1\n    def m(self, x: A) -> _t.Any: return self.x\nclass D(C): pass\ndef f(n: A): return D().m(n)\n", "import typing as t\nclass C:\n    x: t.Any = 1\n    def m(self, x: t.Optional[t.Any]) -> t.Any: return self.x\nclass D(C): pass\ndef f(n: t.Any): return D().m(n)\n")
same("a name of another module", "import other\nN = [thing for thing in (1, 2)]\ndef f(n): return N\n", "import other\nN = [thing for thing in (1, 2)]\ndef f(n): return N\n", old={"other.py": "thing = 1\n"}, new={"other.py": "thing = 2\n"})
same("decimal loaded by one alone", "def f(n): return n\n", "import decimal\ndef f(n): return n\n")
same("what a function for checkers says", "import typing\ndef g(x): return x\ndef f(n): return g(n)\n", "import typing\n@typing.overload\ndef g(x: int) -> int: ...\ndef g(x): return x\ndef f(n): return g(n)\n")

# Loading does other things in new: what leads to plain code alone is still the same, unless these things reach it.
def set_up(does, rest):
    return f"import builtins, json, math, sys\n{rest}\ndef set_up():\n    {does}\nset_up()\n"


for name, does, rest in [
    ("a builtin is replaced", "builtins.max = min", "def f(n): return max(n, 3)"),
    ("a builtin is hidden by a global", "globals()['max'] = min", "def f(n): return max(n, 3)"),
    ("a function of math is replaced", "math.gcd = lambda a, b: 0", "def f(n): return math.gcd(n, 3)"),
    ("a constant is set", "globals()['K'] = 2", "K = 1\ndef f(n): return n + K"),
    ("a default is set", "f.__defaults__ = (2,)", "def f(n, k=1): return n + k"),
    ("a default of another is set", "near.__kwdefaults__ = {'k': 2}", "def near(n, *, k=1): return n + k\ndef f(n): return near(n)"),
    ("code is exchanged", "near.__code__ = far.__code__", "def near(n): return 1\ndef far(n): return 2\ndef f(n): return near(n)"),
    ("how long numbers may be", "sys.set_int_max_str_digits(0)", "def f(n):\n    try: return len(str(10 ** 5000))\n    except ValueError: return 0"),
    ("a list is filled", "LOG.append(1)", "LOG = []\ndef f(n): return len(LOG)"),
    ("an object keeps it", "SEEN.add(1)", "class Seen:\n    def __init__(self): self.count = 0\n    def add(self, n): self.count += n\nSEEN = Seen()\ndef f(n): return SEEN.count"),
    ("a class changes", "K.size = 2", "class K: size = 1\ndef f(n): return K.size"),
    ("an encoder is replaced", "json.JSONEncoder.item_separator = ';'", "def f(n): return json.dumps([n, n])"),
]:
    seen(f"loading, {name}", set_up("pass", rest), set_up(does, rest))

plain = "SIZES = (1, 2)\ndef near(n): return SIZES[n % 2]\ndef f(n): return abs(near(n)) + math.floor(n)"
same("loading, plain code beside it", set_up("pass", plain), set_up("json.dumps(1)", plain))
