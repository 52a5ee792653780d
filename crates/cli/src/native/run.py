"""Runs calls of a client in this interpreter and says what was seen, one JSON line a call.

Reads from standard input: {"path": [folder...], "named": {module: file},
"library": file or null, "client": module,
"function": "f" or "C.m", "calls": ["(11,)", ...]}.
Every call gets freshly loaded modules.
"""
import contextlib
import importlib.machinery
import importlib.util
import inspect
import io
import json
import signal
import sys
import threading
import types

job = json.load(sys.stdin)
sys.dont_write_bytecode = True
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)
compiled = {}


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
        if file and "." not in name:
            return importlib.util.spec_from_file_location(name, file, loader=Loader(name, file))
        return None


class TooLong(BaseException):
    pass


def too_long(*_):
    raise TooLong


sys.meta_path.insert(0, Finder)
sys.meta_path.append(LastFinder)
sys.path[:0] = job["path"]
there_before = set(sys.modules)
signal.signal(signal.SIGALRM, too_long)


class Canon:
    """Values as text that is equal if type and value are; objects by the order they are met."""

    def __init__(self):
        self.numbers = {}

    def of(self, value):
        kind = type(value)
        if value is None or kind in (bool, int, float, str, bytes, complex, range):
            return f"{kind.__name__}:{value!r}"
        if kind is tuple:
            return "(" + ",".join(map(self.of, value)) + ")"
        if isinstance(value, (types.FunctionType, types.ModuleType, type, types.BuiltinFunctionType)):
            return f"<{kind.__name__} {getattr(value, '__name__', '')}>"
        if id(value) in self.numbers:
            return f"#{self.numbers[id(value)][0]}"
        # The value is kept so that its address is not used again.
        self.numbers[id(value)] = (len(self.numbers), value)
        if kind is list:
            return "[" + ",".join(map(self.of, value)) + "]"
        if kind is dict:
            entries = sorted(((self.of(key), key) for key in value), key=lambda entry: entry[0])
            return "{" + ",".join(f"{text}={self.of(value[key])}" for text, key in entries) + "}"
        if kind in (set, frozenset):
            return kind.__name__ + "{" + ",".join(sorted(map(self.of, value))) + "}"
        fields = sorted(getattr(value, "__dict__", {}).items())
        return kind.__name__ + "{" + ",".join(f"{name}={self.of(field)}" for name, field in fields) + "}"


def own_modules():
    return {name: module for name, module in sys.modules.items() if name not in there_before}


def global_values():
    seen = {}
    for module_name, module in sorted(own_modules().items()):
        for name, value in sorted(vars(module).items()):
            simple = not isinstance(value, (types.ModuleType, types.FunctionType, type))
            if simple and not name.startswith("__"):
                seen[f"{module_name}.{name}"] = Canon().of(value)
    return seen


def invoke(function, values):
    positional, keywords = [], {}
    for parameter, value in zip(inspect.signature(function).parameters.values(), values):
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional.extend(value)
        elif parameter.kind is parameter.KEYWORD_ONLY:
            keywords[parameter.name] = value
        elif parameter.kind is parameter.VAR_KEYWORD:
            keywords.update(value)
        else:
            positional.append(value)
    return function(*positional, **keywords)


def observe(call):
    for name in own_modules():
        del sys.modules[name]
    values = eval(call, {})
    canon, before = Canon(), {}
    seen = {"args": None, "outcome": None}
    output = io.StringIO()
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    try:
        with contextlib.redirect_stdout(output):
            module = importlib.import_module(job["client"])
            before = global_values()
            function = module
            for part in job["function"].split("."):
                function = getattr(function, part)
            returned = invoke(function, values)
            seen["outcome"], seen["text"] = ["returns", canon.of(returned)], repr(returned)
    except (TooLong, RecursionError, MemoryError, SystemExit):
        return {"outcome": None}
    except BaseException as error:
        seen["outcome"] = ["raises", type(error).__name__, str(error)]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    seen["args"] = [canon.of(value) for value in values]
    seen["output"] = output.getvalue()
    seen["globals"] = global_values()
    seen["changed"] = sorted(name for name, value in seen["globals"].items() if before.get(name) != value)
    return seen


def main():
    for call in job["calls"]:
        print(json.dumps(observe(call)), flush=True)


# Signals reach the main thread only, so the work stays here; the limit guards the stack.
threading.stack_size(64 << 20)
sys.setrecursionlimit(5000)
main()
