"""Runs calls of a client in this interpreter and says what was seen, one JSON line a request.

The argument is the seal that this process puts on itself before it runs anybody's code, or nothing.
The first line of standard input is the job: {"path": [folder...], "named": {module: file},
"library": file or null, "client": module, "function": "f" or "C.m", "reads": [path...],
"changed": {file: [line...]}, "messages": bool, "any_raise": bool}. It is answered by "ready".
Each line from then on is a request. A text is a call, given by what stands between its parentheses,
"11, n=2": it gets freshly loaded modules of the versions' own. [name, argument...] is one of the
requests at the end, for many calls at once.
"""
import sys

sys.path = [folder for folder in sys.path if folder]

import ast
import builtins
import collections
import collections.abc
import contextlib
import enum
import errno
import functools
import hashlib
import importlib.machinery
import importlib.util
import inspect
import io
import itertools
import json
import mmap
import os
import re
import shutil
import signal
import sys
import threading
import time
import types


def seal(digits):
    """From here on, the kernel ends this process if it starts another, opens a socket, ..."""
    import ctypes

    steps = bytes.fromhex(digits)

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]

    program = Program(len(steps) // 8, steps)
    set_seccomp, filter_mode = 22, 2
    if ctypes.CDLL(None).prctl(set_seccomp, filter_mode, ctypes.byref(program), 0, 0) != 0:
        raise OSError("the seal does not hold")


# What is asked and answered goes by pipes that the code's own input and output do not lead to.
requests, answers = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
job = json.loads(requests.readline())
own_folder = os.getcwd()
written = os.open(os.path.join(own_folder, "output"), os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
os.dup2(written, 1)
if sys.argv[1]:
    seal(sys.argv[1])

sys.dont_write_bytecode = True


def limit_digits(digits):
    """The code has the limit that it always has; what is said of it has none."""
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(digits)


limit_digits(0)
compiled = {}


class Refused(BaseException):
    """The code wants what a confined run may not do: no observation."""


REFUSED = (
    "socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system", "os.kill", "os.startfile",
    "pty.", "syslog.", "ftplib.", "smtplib.", "poplib.", "imaplib.", "nntplib.", "telnetlib.", "http.client.",
    "urllib.", "webbrowser.", "resource.", "fcntl.", "signal.pthread_kill", "os.setxattr", "os.removexattr",
)
READS = ("os.listdir", "os.scandir", "os.listxattr", "os.getxattr", "os.chdir", "glob.glob")
WRITES = (
    "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.chmod", "os.chown", "os.link", "os.symlink", "os.truncate",
    "os.utime", "os.lockf",
)
refusal = None
is_watching = False
is_offline = False
"""Is it being loaded, where nothing is made of how that goes?"""


def is_beneath(path, roots):
    if not isinstance(path, (str, bytes, os.PathLike)):
        return True
    path = os.path.realpath(os.fsdecode(path))
    return any(path == root or path.startswith(root.rstrip("/") + "/") for root in roots)


def watch(event, args):
    global refusal, is_watching
    if not is_watching:
        return
    if event == "open":
        path, mode, flags = args
        writes = (flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        fine = is_beneath(path, writable if writes else readable)
    elif event in READS:
        fine = not args or is_beneath(args[0], readable)
    elif event in WRITES:
        fine = all(is_beneath(path, writable) for path in args[:2] if isinstance(path, (str, bytes)))
    else:
        fine = not event.startswith(REFUSED)
    if is_offline and event == "socket.gethostname":
        return
    if not fine and is_offline and event == "socket.__new__":
        # Modules that look whether there is a network find none.
        raise OSError(errno.EPERM, "there is no network")
    if not fine:
        is_watching = False
        refusal = f"{event}{tuple(args)!r}"[:200]
        raise Refused(refusal)


class Loader(importlib.machinery.SourceFileLoader):
    """Compiles each file once, however often it is loaded."""

    def get_code(self, name):
        if self.path not in compiled:
            compiled[self.path] = super().get_code(name)
        return compiled[self.path]


class Finder:
    """Finds the modules that go by a name of their own."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in job["named"]:
            file = job["named"][name]
            return importlib.util.spec_from_file_location(name, file, loader=Loader(name, file))
        return None


class LastFinder:
    """A library of one file answers to a name that nothing else has."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        file = job["library"]
        loaded = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
        if file and "." not in name and file not in loaded:
            return importlib.util.spec_from_file_location(name, file, loader=Loader(name, file))
        return None


class TooLong(BaseException):
    pass


is_timed = False


def too_long(*_):
    if is_timed:
        raise TooLong


sys.meta_path.insert(0, Finder)
sys.meta_path.append(LastFinder)
sys.path[:0] = job["path"]
there_before = set(sys.modules)
signal.signal(signal.SIGALRM, too_long)
own_roots = [os.path.realpath(path) for path in [*job["path"], *job["named"].values(), job["library"]] if path]
devices = ["/dev/null", "/dev/zero", "/dev/urandom"]
writable = [os.path.realpath(own_folder), *devices]
readable = [*map(os.path.realpath, job["reads"]), *own_roots, *writable]
own_places = [*job["path"], *job["named"].values(), *([job["library"]] if job["library"] else []), own_folder, *own_roots]
own_places = sorted(set(own_places), key=len, reverse=True)


class Unclear(Exception):
    """A value that cannot be compared."""


PLAIN = (bool, int, float, str, bytes, complex, range)
# Values that their own text tells, and modules with such values. They are loaded only by who uses them.
TOLD = (bytearray, slice, type(Ellipsis), type(NotImplemented))
TOLD_MODULES = {"decimal", "fractions", "datetime", "uuid", "pathlib", "zoneinfo", "ipaddress"}
CODE = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType, types.CodeType)
ITERATORS = (
    types.GeneratorType, type(iter([])), type(iter(())), type(iter({})), type(iter(set())), type(iter("")), map, filter, zip,
    enumerate, reversed, type(reversed([])), type(iter(range(0))), type(iter({}.values())), type(iter({}.items())),
)
MOST_PARTS = 20000
MOST_HELD = 3000
"""The same for what a global holds: there are many, and they are looked at often."""
DEEPEST = 3
"""Objects within so many objects are told by their classes alone: what then differs does so in full, too."""


def is_told(value):
    return isinstance(value, TOLD) or str(type(value).__module__).split(".")[0] in TOLD_MODULES


MOST_DRAWN = 1000
last_drawn = {}
"""What was drawn from iterators, for whoever shows them."""


class Canon:
    """Values as text that is equal if type and value are; objects by the order they are met."""

    def __init__(self, draws=True, calls=False, most=MOST_PARTS):
        self.numbers = {}
        self.parts, self.most = 0, most
        # Are functions of the program called, to tell them apart?
        self.calls = calls
        # May iterators be used up?
        self.draws = draws
        # How many objects are around what is looked at.
        self.depth = 0

    def of(self, value):
        kind = type(value)
        if value is None or kind in PLAIN:
            return f"{kind.__name__}:{value!r}"
        self.parts += 1
        if self.parts > self.most:
            raise Unclear("it is too large")
        if kind is tuple:
            return "(" + ",".join(map(self.of, value)) + ")"
        if isinstance(value, CODE):
            return f"<{kind.__name__}{self.given(value)}>"
        if isinstance(value, type):
            return f"<type {value.__name__}>"
        if isinstance(value, enum.Enum):
            return f"{kind.__name__}.{value._name_}"
        if is_told(value):
            return f"{kind.__name__}:{value!r}"
        if id(value) in self.numbers:
            return f"#{self.numbers[id(value)][0]}"
        if self.depth >= DEEPEST and not isinstance(value, (list, dict, set, frozenset, *ITERATORS)):
            return f"<{kind.__name__}>"
        # The value is kept so that its address is not used again.
        self.numbers[id(value)] = (len(self.numbers), value)
        if kind is list:
            return "[" + ",".join(map(self.of, value)) + "]"
        if kind is dict:
            return self.mapping(value)
        if kind in (set, frozenset):
            return kind.__name__ + "{" + ",".join(sorted(map(self.of, value))) + "}"
        return kind.__name__ + self.contents(value)

    def given(self, function):
        """What a function of the program gives for small numbers. Mistakes about types tell nothing."""
        if not self.calls or self.depth or not isinstance(function, types.FunctionType) or function.__module__ not in sys.modules:
            return ""
        if not is_own(function.__module__, sys.modules[function.__module__]):
            return ""
        self.calls = False
        told = []
        for call, outcome in small_calls(function):
            told.append(f"{call}={outcome if isinstance(outcome, str) else self.of(outcome[0])}")
        self.calls = True
        return "".join(told)

    def shared_with(self, value):
        """Which of the objects met so far a value is, or holds."""
        parts = [value]
        if isinstance(value, (list, tuple)):
            parts += value[:50]
        elif isinstance(value, dict):
            parts += list(value.values())[:50]
        return ",".join(str(self.numbers[id(part)][0]) if id(part) in self.numbers else "" for part in parts)

    def mapping(self, value):
        entries = sorted(((self.of(key), key) for key in dict.keys(value)), key=lambda entry: entry[0])
        return "{" + ",".join(f"{text}={self.of(dict.__getitem__(value, key))}" for text, key in entries) + "}"

    def contents(self, value):
        """What an object holds that is no plain value."""
        if isinstance(value, re.Pattern):
            return f"{value.pattern!r}{value.flags}"
        if isinstance(value, re.Match):
            return f"{value.span()}{value.groups()!r}"
        if isinstance(value, ITERATORS):
            return "<" + ",".join(self.drawn_of(value)) + ">"
        held = ""
        for base in PLAIN[1:]:
            if isinstance(value, base):
                held = base.__repr__(value)
        if isinstance(value, (list, tuple, collections.deque)):
            held = "[" + ",".join(map(self.of, list(value))) + "]"
        elif isinstance(value, (set, frozenset)):
            held = "{" + ",".join(sorted(map(self.of, list(value)))) + "}"
        elif isinstance(value, dict):
            held = self.mapping(value)
        elif isinstance(value, (type({}.keys()), type({}.values()), type({}.items()), types.MappingProxyType)):
            held = "{" + ",".join(sorted(map(self.of, list(value)))) + "}"
        elif isinstance(value, BaseException):
            held = "(" + ",".join(map(self.of, value.args)) + ")"
        self.depth += 1
        try:
            return held + "{" + ",".join(f"{name}={self.of(field)}" for name, field in fields(value)) + "}"
        finally:
            self.depth -= 1

    def drawn_of(self, value):
        """What is drawn from an iterator, with what is printed on the way."""
        if not self.draws:
            return []
        self.printed = []
        texts, printed = list(map(self.of, self.drawn(value))), self.printed
        return texts + [f"prints {length} before {place}" for place, length in printed]

    def drawn(self, value):
        """The elements that are left, up to a bound."""
        found = last_drawn[id(value)] = []
        printed, length = self.printed, length_printed()
        while len(found) < MOST_DRAWN:
            try:
                found.append(next(value))
                if length_printed() != length:
                    printed.append((len(found), length_printed() - length))
                    length = length_printed()
            except StopIteration:
                break
            except Exception as error:
                found.append(f"raises {type(error).__name__}")
                break
        return found


def length_printed():
    return sys.stdout.tell() if isinstance(sys.stdout, Output) else 0


def small_calls(function):
    """Calls of a function that is given back, with what they give, in a tuple, or raise."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    needed = [row for row in parameters if row.default is row.empty and row.kind in (row.POSITIONAL_ONLY, row.POSITIONAL_OR_KEYWORD)]
    others = [row for row in parameters if row.default is row.empty and row.kind is row.KEYWORD_ONLY]
    if len(needed) > 3 or others or any(row.annotation not in (row.empty, int, "int") for row in needed):
        return []
    found = []
    for number in (0, 1, 2) if needed else (0,):
        call = ", ".join([str(number)] * len(needed))
        try:
            found.append((f"({call})", (function(*[number] * len(needed)),)))
        except (TypeError, AttributeError):
            continue
        except Exception as error:
            found.append((f"({call})", f"raises {type(error).__name__}"))
    return found


def fields(value):
    """The attributes of an object, whether it has a dict or slots."""
    found = dict(getattr(value, "__dict__", None) or {}) if not isinstance(value, type) else {}
    for base in type(value).__mro__:
        slots = vars(base).get("__slots__", ())
        for name in [slots] if isinstance(slots, str) else slots:
            if name in ("__dict__", "__weakref__"):
                continue
            name = f"_{base.__name__.lstrip('_')}{name}" if name.startswith("__") and not name.endswith("__") else name
            if inspect.getattr_static(type(value), name, None) is not vars(base).get(name):
                # A class below has another thing of that name.
                continue
            try:
                found[name] = object.__getattribute__(value, name)
            except AttributeError:
                pass
    return sorted((str(name), field) for name, field in found.items() if name not in hidden)


hidden = set()
"""Private members that only one version keeps in its objects."""

ADDRESS = re.compile(" at 0x[0-9a-fA-F]+")


def placeless(text):
    """Without what says where the code stands, and where in memory."""
    if "/" in text:
        for root in own_places:
            text = text.replace(root, "<own>")
    return ADDRESS.sub("", text) if " at 0x" in text else text


def is_own(name, module):
    """Does it belong to what is compared? The interpreter's library and packages stay loaded."""
    if name in there_before:
        return False
    place = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", None) or []), None)
    spec = getattr(module, "__spec__", None)
    if place is None:
        # What stands in for a module (`typing.io`, `six.moves`) belongs to whoever made its class.
        kind = module if isinstance(module, type) else type(module)
        maker = sys.modules.get(kind.__module__) if kind is not types.ModuleType else None
        is_foreign = maker is not None and maker is not module and not is_own(kind.__module__, maker)
        return getattr(spec, "origin", None) not in ("built-in", "frozen") and not is_foreign
    # Its own files are loaded again for each call, and stand where they stood.
    if place not in places:
        places[place] = is_beneath(place, own_roots)
    return places[place]


places = {}


foreign = {}
"""Modules that are known not to belong to it, by name."""


def own_modules():
    found = {}
    for name, module in list(sys.modules.items()):
        if foreign.get(name) is module is not None:
            continue
        if is_own(name, module):
            found[name] = module
        else:
            foreign[name] = module
    return found


def global_values():
    """What a later call can see: globals, attributes of classes and functions, what default values hold."""
    return {place: held(value) for place, value in global_places().items()}


def global_places():
    """The values that a later call can see, by their places."""
    seen = {}
    for module_name, module in sorted(own_modules().items()):
        for name, value in sorted(vars(module).items()):
            if not name.startswith("__"):
                contents(f"{module_name}.{name}", value, module_name, seen)
    return seen


def held(value):
    try:
        return placeless(Canon(draws=False, most=MOST_HELD).of(value))
    except Exception:
        return "unclear"


def is_kept_by_enum(kind, name):
    """What the machinery of enumerations remembers: no code that is not its own can tell."""
    enum = sys.modules.get("enum")
    return enum is not None and isinstance(kind, enum.EnumMeta) and name.startswith("_") and name.endswith("_")


def contents(place, value, module_name, seen):
    if isinstance(value, types.FunctionType):
        if value.__module__ == module_name:
            defaults = [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
            for number, default in enumerate(defaults):
                seen[f"{place}.<default>.{number}"] = default
            for name, attribute in sorted(vars(value).items()):
                seen[f"{place}.{name}"] = attribute
    elif isinstance(value, type):
        if value.__module__ == module_name:
            for name, attribute in sorted(vars(value).items()):
                if is_kept_by_enum(value, name):
                    continue
                is_made = name.startswith("__") or isinstance(attribute, (types.GetSetDescriptorType, types.MemberDescriptorType))
                if not is_made and not isinstance(attribute, type):
                    contents(f"{place}.{name}", attribute, module_name, seen)
    elif not isinstance(value, types.ModuleType):
        seen[place] = value


def invoke(function, values, keywords, has_stars):
    limit_digits(4300)
    try:
        return called(function, values, keywords, has_stars)
    finally:
        limit_digits(0)


def has_stars(call):
    """Does the call say itself what is handed over one by one?"""
    call = ast.parse(f"called({call})", mode="eval").body
    return any(isinstance(value, ast.Starred) for value in call.args) or any(row.arg is None for row in call.keywords)


def called(function, values, keywords, has_stars):
    parameters = inspect.signature(function).parameters.values()
    if has_stars or keywords or not any(parameter.kind in TAKES_THE_REST for parameter in parameters):
        return function(*values, **keywords)
    # One value for each parameter, also for those that take the rest.
    positional, keywords = [], {}
    for parameter, value in zip(parameters, values):
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional.extend(value)
        elif parameter.kind is parameter.KEYWORD_ONLY:
            keywords[parameter.name] = value
        elif parameter.kind is parameter.VAR_KEYWORD:
            keywords.update(value)
        else:
            positional.append(value)
    return function(*positional, **keywords)


TAKES_THE_REST = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)

changed = {os.path.realpath(file): set(lines) for file, lines in job["changed"].items()}
real_names = {}
reached = False


def trace(frame, event, _):
    """Is a changed line run?"""
    file = frame.f_code.co_filename
    if file not in real_names:
        real_names[file] = os.path.realpath(file)
    lines = changed.get(real_names[file])
    if not lines:
        return None

    def line(frame, event, _):
        global reached
        reached = reached or frame.f_lineno in lines
        return line

    return line(frame, event, None)


MOST_OUTPUT = 1 << 20


class Output(io.StringIO):
    def write(self, text):
        if self.tell() + len(text) > MOST_OUTPUT:
            raise TooMuch
        return super().write(text)


class TooMuch(BaseException):
    pass


def client():
    function = importlib.import_module(job["client"])
    for part in job["function"].split("."):
        function = getattr(function, part)
    return function


def earlier(*values):
    """A call of the client before the one that is observed. What it raises, whoever called it has seen."""
    global is_timed, is_watching, refusal
    refusal = None
    is_timed = is_watching = True
    signal.setitimer(signal.ITIMER_REAL, job["seconds"], 0.5)
    try:
        with contextlib.redirect_stdout(Output()):
            invoke(client(), values, {}, False)
    except (TooLong, TooMuch, SystemExit, RecursionError, MemoryError) as error:
        raise ValueError("an earlier call does not end as it would") from error
    except Exception:
        pass
    finally:
        is_timed = is_watching = False
        signal.setitimer(signal.ITIMER_REAL, 0)
    if refusal is not None:
        raise ValueError("an earlier call was refused something")


MOST_TOLD = 3000
DEEPEST_TOLD = 6


class Untold(Exception):
    """Nothing is said of the value, or nothing that a model could be held to."""


def exactly(value):
    """The value as reports write it, by what it holds; `None` where a model may have other words for it."""
    try:
        return Exactly().of(value, 0)
    except (Untold, RecursionError):
        return None


class Exactly:
    def __init__(self):
        self.parts = 0

    def of(self, value, depth):
        kind = type(value)
        self.parts += 1
        if self.parts > MOST_TOLD or depth > DEEPEST_TOLD:
            raise Untold
        inner = lambda parts: ", ".join([self.of(part, depth + 1) for part in parts])
        if kind is int:
            return told_int(value)
        if value is None or kind in (bool, float, str, bytes):
            return repr(value)
        if kind is list:
            return f"[{inner(value)}]"
        if kind is tuple:
            return f"({inner(value)},)" if len(value) == 1 else f"({inner(value)})"
        if kind is dict:
            return "{" + ", ".join([f"{self.of(key, depth + 1)}: {self.of(held, depth + 1)}" for key, held in value.items()]) + "}"
        if kind is set:
            return f"{{{inner(in_order(value))}}}" if value else "set()"
        if isinstance(value, ITERATORS) and depth == 0:
            word = "generator" if isinstance(value, types.GeneratorType) else "iterator"
            return f"<{word} of {inner(all_drawn(value)) or 'nothing'}>"
        if isinstance(value, enum.Enum) and isinstance(value._name_, str):
            return f"{kind.__name__}.{value._name_}"
        module = sys.modules.get(kind.__module__)
        if isinstance(value, type) or module is None or not is_own(kind.__module__, module):
            raise Untold
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            return f"{kind.__name__}({inner(value)})"
        if isinstance(value, (int, float, str, bytes, list, tuple, dict, set, frozenset, BaseException)):
            raise Untold
        return f"{kind.__name__}({', '.join([f'{name}={self.of(held, depth + 1)}' for name, held in fields(value)])})"


def told_int(value):
    text = str(abs(value))
    sign = "-" if value < 0 else ""
    if len(text) <= 60:
        return sign + text
    if set(text[1:]) == {"0"} and text[0] == "1":
        return f"{sign}10**{len(text) - 1}"
    if set(text) == {"9"}:
        return f"{sign}10**{len(text)} {'+' if sign else '-'} 1"
    return f"{sign}{abs(value):#x}" if len(text) > 4300 else sign + text


def in_order(members):
    """The members of a set, whose own order says nothing."""
    if any(type(member) not in (bool, int, float, str, bytes) for member in members) and len(members) > 1:
        raise Untold
    try:
        return sorted(members)
    except TypeError:
        raise Untold from None


def all_drawn(value):
    """What was drawn from an iterator, if it came to its end."""
    drawn = last_drawn.get(id(value))
    if drawn is None or len(drawn) >= MOST_DRAWN or any(isinstance(part, str) and part.startswith("raises ") for part in drawn[-1:]):
        raise Untold
    return drawn


def placed(text):
    """The text as the source of an expression is written."""
    try:
        return ast.unparse(ast.parse(text, mode="eval"))
    except SyntaxError:
        return None


class Unwritten(BaseException):
    """The text of an input makes no such input."""


class OwnNames(dict):
    """The classes of what is compared, by their names."""

    def __missing__(self, name):
        modules = [sys.modules[job["client"]], *own_modules().values()]
        found = next((vars(module)[name] for module in modules if name in vars(module)), None)
        if not isinstance(found, type):
            raise KeyError(name)
        return found


def arguments_of(call, own):
    """The arguments of a call as it is written; nothing if it has names that are not known yet, or if what a class makes of
    attributes is something else than what is written."""
    names = {"nan": float("nan"), "inf": float("inf"), "_earlier": earlier}
    try:
        values, keywords = eval(f"(lambda *values, **keywords: (values, keywords))({call})", names, own)
    except NameError:
        return None
    if isinstance(own, OwnNames):
        made = [exactly(value) for value in [*values, *keywords.values()]]
        call = ast.parse(f"called({call})", mode="eval").body
        written = [ast.unparse(part) for part in [*call.args, *(row.value for row in call.keywords)]]
        if any(told is None or placed(told) != text for told, text in zip(made, written)):
            return None
    return values, keywords


def observe(call):
    global is_timed, is_watching, refusal, reached
    for name in own_modules():
        del sys.modules[name]
    seen = {"args": None, "outcome": None, "started": False}
    try:
        is_starred = has_stars(call)
        made = arguments_of(call, {})
    except Exception as error:
        return {"outcome": None, "why": f"the input cannot be written: {error}"}
    last_drawn.clear()
    canon, before, given = Canon(), {}, None
    values, keywords = made or ((), {})
    output, why, refusal, reached = Output(), None, None, False
    is_timed = is_watching = True
    signal.setitimer(signal.ITIMER_REAL, job["seconds"], 0.5)
    try:
        with contextlib.redirect_stdout(output):
            if changed:
                sys.settrace(trace)
            importlib.import_module(job["client"])
            if made is None:
                made = arguments_of(call, OwnNames())
            if made is None:
                raise Unwritten
            values, keywords = made
            given = None if is_starred else [exactly(value) for value in [*values, *keywords.values()]]
            before = global_values()
            function = client()
            seen["started"] = True
            returned = invoke(function, values, keywords, is_starred)
            sys.settrace(None)
            seen["outcome"], seen["text"] = ["returns", placeless(canon.of(returned))], repr(returned)
            seen["told"] = exactly(returned)
        is_timed = False
    except BaseException as error:
        is_timed = False
        sys.settrace(None)
        ends = {TooLong: "time", RecursionError: "recursion", MemoryError: "memory", SystemExit: "exit", TooMuch: "output"}
        ends[Unwritten] = "the input cannot be written"
        why = ends.get(type(error))
        seen["outcome"] = ["raises", type(error).__name__, str(error)]
        seen["caught_as"] = [kind.__name__ for kind in type(error).__mro__]
    finally:
        is_timed = is_watching = False
        signal.setitimer(signal.ITIMER_REAL, 0)
    own_output = took_output()
    if refusal is not None:
        why = f"refused: {refusal}"
    if own_output is None:
        why = "output"
    if why is not None:
        return {"outcome": None, "why": why}
    seen["args"] = [placeless(canon.of(value)) for value in [*values, *keywords.values()]]
    # For who holds it against a model: arguments before and after, and globals, each with whether it changed.
    if given is not None:
        seen["handed"] = [[said, exactly(value)] for said, value in zip(given, [*values, *keywords.values()])]
    seen["globals"], seen["written"] = {}, {}
    for place, value in global_places().items():
        now = held(value)
        seen["globals"][place] = now + canon.shared_with(value).strip(",")
        if "unclear" not in (now, before.get(place, "unclear")):
            is_written = now != before[place]
            seen["written"][place] = [is_written, exactly(value) if is_written else None]
    seen["output"] = output.getvalue() + own_output
    seen["changed"] = sorted(name for name, value in seen["globals"].items() if before.get(name) != value)
    seen["reached"] = reached
    return seen


def took_output():
    """What went past `sys.stdout`; nothing if it is too much."""
    size = os.fstat(written).st_size
    if not size:
        return ""
    text = os.pread(written, size, 0).decode(errors="replace") if size <= MOST_OUTPUT else None
    os.ftruncate(written, 0)
    return text


def answer(what):
    # Half characters have no place in a line of text.
    line = json.dumps(what, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")
    answers.write(line + "\n")
    answers.flush()


def main():
    sys.addaudithook(watch)
    answer("ready")
    for line in requests:
        request = json.loads(line)
        answer(observe(request) if isinstance(request, str) else REQUESTS[request[0]](*request[1:]))


# Signals reach the main thread only, so the work stays here; the limit guards the stack.
threading.stack_size(64 << 20)
sys.setrecursionlimit(5000)
