# Inputs worth trying: by type, with what the source speaks of.

import ast
import math
import random
import typing


class OwnFinder:
    """Finds modules where imports look for them. Those that are loaded again and again are compiled once."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is importlib.machinery.SourceFileLoader and files_own(spec.loader.path):
            spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


sys.meta_path.insert(sys.meta_path.index(importlib.machinery.PathFinder), OwnFinder)
MOST_DEFINITIONS = 150
MOST_CONSTANTS = 150


class Facts:
    """What is done with a value: the keys and attributes that it is asked for, and what its elements are asked for."""

    def __init__(self):
        self.keys, self.attributes, self.methods = [], [], []
        # The types that it is tested for, and the literals that it is compared with, as they are written.
        self.types, self.literals = [], []
        self.is_called = self.is_iterated = False
        # How many arguments it is called with; what is known of the parts that it is taken apart into.
        self.arity, self.parts = None, None
        self.elements = None
        # What the parameter is called, and how others of that name are annotated.
        self.name, self.annotations = "", []

    def as_data(self):
        elements = self.elements.as_data() if self.elements else None
        parts = [part.as_data() for part in self.parts] if self.parts else None
        return [
            self.keys, self.attributes, self.methods, self.is_called, self.is_iterated, elements, self.types, self.literals, self.arity, parts,
        ]

    @staticmethod
    def merged(rows):
        facts = Facts()
        rows = [row for row in rows if row]
        for keys, attributes, methods, is_called, is_iterated, _, types_of_it, literals, arity, parts in rows:
            facts.arity = arity if facts.arity is None else facts.arity
            facts.parts = facts.parts or (parts and [Facts.merged([part]) for part in parts])
            mine_and_more = (
                (facts.keys, keys), (facts.attributes, attributes), (facts.methods, methods), (facts.types, types_of_it),
                (facts.literals, literals),
            )
            for mine, more in mine_and_more:
                mine.extend(name for name in more if name not in mine)
            facts.is_called |= is_called
            facts.is_iterated |= is_iterated
        elements = [row[5] for row in rows if row[5]]
        if elements:
            facts.elements = Facts.merged(elements)
        return facts


def add(found, value):
    if value not in found:
        found.append(value)


READING = 0.25
"""Seconds for reading the source."""
PATIENCE = 2.5
"""So many seconds of everybody's time count as one of the processor's."""


def now():
    return time.process_time(), time.monotonic()


def since(began):
    return max(time.process_time() - began[0], (time.monotonic() - began[1]) / PATIENCE)


class Mined:
    """What the source of one version says that inputs could be made of."""

    def __init__(self, state):
        self.ints, self.floats, self.texts, self.bytes, self.patterns = [], [], [], [], []
        self.facts, self.examples, self.calls = {}, [], []
        self.definitions, self.values = {}, {}
        # How parameters are annotated, by their names; what methods set, by the class; objects that documentation makes.
        self.annotations, self.members, self.documented = {}, {}, []
        # The literals that attributes are compared with, by name.
        self.compared = {}
        # The literals on changed lines of what the client leads to, and the sizes that something is compared with.
        self.near, self.sizes = [], []
        self.client = job["function"].split(".")[-1]
        client_file = self.client_file = getattr(state.module, "__file__", None)
        files = [getattr(module, "__file__", None) for _, module in sorted(own_modules().items())]
        began = now()
        folder = os.path.dirname(client_file or "")
        nearest = lambda file: (file != client_file, os.path.dirname(file) != folder, file)
        for file in sorted({file for file in files if file}, key=nearest)[:200]:
            self.read(file)
            if since(began) > READING:
                break
        self.reach()
        self.find_facts()

    def read(self, file):
        try:
            with open(file, "rb") as source:
                tree = ast.parse(source.read())
        except (OSError, SyntaxError, ValueError, RecursionError):
            return
        lines = changed_lines_of(file)
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                node.changed_lines = lines
                self.definitions.setdefault(node.name, []).append(node)
                self.note(node)
            elif isinstance(node, ast.Call) and called_name(node) == self.client:
                self.example(node, top_names(tree) if file == self.client_file else ())
        for node in tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            for target in targets:
                if isinstance(target, ast.Name) and getattr(node, "value", None) is not None:
                    self.values.setdefault(target.id, []).append(node.value)

    def note(self, node):
        """How the parameters of a function are annotated, and what the methods of a class set."""
        if isinstance(node, ast.ClassDef):
            found = self.members.setdefault(node.name, [])
            for part in ast.walk(node):
                if isinstance(part, ast.Attribute) and is_name(part.value, "self") and isinstance(part.ctx, ast.Store):
                    add(found, part.attr)
                elif isinstance(part, ast.Compare) and isinstance(part.left, ast.Attribute) and is_name(part.left.value, "self"):
                    self.note_comparison(part.left.attr, part.comparators[0])
            return
        for argument in [*node.args.args, *node.args.kwonlyargs]:
            if argument.annotation is not None:
                found = self.annotations.setdefault(argument.arg, [])
                if len(found) < 3:
                    add(found, ast.unparse(argument.annotation) if hasattr(ast, "unparse") else "")

    def note_comparison(self, name, other):
        rows = other.elts if isinstance(other, (ast.Tuple, ast.List, ast.Set)) else [other]
        found = self.compared.setdefault(name, [])
        for part in rows[:8]:
            if is_plain(part) and len(found) < 12:
                add(found, plain_text(part))

    def example(self, call, names):
        """A call in the source, if its arguments are plain, or made of names of the module: how sure, and the arguments."""
        texts, is_sure = [], True
        for argument in [*call.args, *call.keywords]:
            value = argument.value if isinstance(argument, ast.keyword) else argument
            is_sure = is_sure and is_plain(value)
            if not is_evident(value, names) or (isinstance(argument, ast.keyword) and argument.arg is None):
                return
            text = plain_text(value) if is_plain(value) else ast.unparse(value)
            texts.append(f"{argument.arg}={text}" if isinstance(argument, ast.keyword) else text)
        if len(self.calls) < 40:
            # A name may be that of something else where the call stands.
            add(self.calls, ("e" if is_sure else "u") + ", ".join(texts))

    def reach(self):
        """Collects constants, beginning at the client, along the names that it uses."""
        waiting, known = [self.client, *job["function"].split(".")[:-1]], set()
        count = 0
        while waiting and count < MOST_DEFINITIONS:
            name = waiting.pop(0)
            if name in known:
                continue
            known.add(name)
            for node in [*self.definitions.get(name, ()), *self.values.get(name, ())]:
                count += 1
                waiting.extend(self.collect(node))

    def collect(self, tree):
        names, documentation, lines = [], set(), getattr(tree, "changed_lines", ())
        for node in ast.walk(tree):
            if getattr(node, "lineno", None) in lines:
                self.note_near(node)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                # Nothing is made of it but examples.
                documentation.add(id(node.value))
            elif isinstance(node, ast.Name):
                names.append(node.id)
            elif isinstance(node, ast.Attribute):
                names.append(node.attr)
            elif isinstance(node, ast.Constant):
                if id(node) in documentation:
                    self.read_examples(node.value)
                else:
                    self.constant(node.value)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                pattern = node.args[0]
                of_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
                if of_re and isinstance(pattern, ast.Constant) and isinstance(pattern.value, str):
                    add(self.patterns, pattern.value)
        return names

    def note_near(self, node):
        if isinstance(node, ast.Constant) and type(node.value) in (int, float, str, bytes) and len(self.near) < 40:
            if len(node.value) <= 40 if isinstance(node.value, (str, bytes)) else abs(node.value) < math.inf:
                add(self.near, plain_text(node))
        elif isinstance(node, ast.Compare):
            for one, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
                if isinstance(one, ast.Call) and is_name(one.func, "len") and isinstance(other, ast.Constant) and type(other.value) is int and 0 <= other.value <= 40:
                    add(self.sizes, other.value)

    def constant(self, value):
        kinds = ((bool, None), (int, self.ints), (float, self.floats), (str, self.texts), (bytes, self.bytes))
        for kind, found in kinds:
            if isinstance(value, kind):
                is_small = not isinstance(value, (str, bytes)) or len(value) <= 80
                if found is not None and is_small and len(found) < MOST_CONSTANTS and value == value:
                    add(found, value)
                return

    def read_examples(self, text):
        """`>>> f(1)` in a docstring. Names that an example binds stand for what they are bound to."""
        held = {}
        for source in examples_in(text) if isinstance(text, str) else ():
            try:
                tree = ast.parse(source)
            except (SyntaxError, ValueError):
                continue
            for node in tree.body:
                node = Put(held).visit(node)
                for part in ast.walk(node):
                    if isinstance(part, ast.Call):
                        self.documented_call(part)
                if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                    held[node.targets[0].id] = node.value

    def documented_call(self, call):
        if not hasattr(ast, "unparse") or any(isinstance(argument, ast.Starred) for argument in call.args):
            return
        arguments = [*map(ast.unparse, call.args), *(f"{row.arg}={ast.unparse(row.value)}" for row in call.keywords if row.arg)]
        is_member = isinstance(call.func, ast.Attribute) and "." in job["function"]
        if called_name(call) == self.client and len(self.examples) < 60:
            given = [ast.unparse(call.func.value)] if is_member else []
            add(self.examples, ", ".join([*given, *arguments]))
        elif len(self.documented) < 30:
            add(self.documented, ast.unparse(call))

    def find_facts(self):
        owners = job["function"].split(".")
        for node in self.definitions.get(self.client, ()):
            if not isinstance(node, ast.ClassDef):
                for name in parameters_of(node):
                    self.facts.setdefault(name, []).append(self.facts_of(name, node, 0))
        for node in self.definitions.get(owners[-2] if len(owners) > 1 else "", ()):
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and part.name == "__init__":
                    for name in parameters_of(part):
                        self.facts.setdefault(name, []).append(self.facts_of(name, part, 0))
        self.classes = {name: init_facts(self, nodes) for name, nodes in self.definitions.items()}

    def facts_of(self, name, tree, depth):
        facts = Facts()
        for node in ast.walk(tree):
            if isinstance(node, ast.Subscript) and is_name(node.value, name):
                key = getattr(node.slice, "value", None) if isinstance(node.slice, ast.Index if sys.version_info < (3, 9) else ast.Constant) else None
                key = getattr(key, "value", key)
                if isinstance(key, str):
                    add(facts.keys, key)
            elif isinstance(node, ast.Attribute) and is_name(node.value, name):
                add(facts.attributes, node.attr)
            elif isinstance(node, ast.Call):
                self.facts_of_call(facts, name, node, depth)
            elif isinstance(node, ast.Compare):
                facts_of_comparison(facts, name, node)
            elif isinstance(node, ast.Assign) and is_name(node.value, name) and isinstance(node.targets[0], (ast.Tuple, ast.List)) and depth < 3:
                targets = node.targets[0].elts
                if facts.parts is None and all(isinstance(part, ast.Name) and part.id != name for part in targets):
                    facts.parts = [self.facts_of(part.id, tree, depth + 1) for part in targets]
            elif isinstance(node, (ast.For, ast.comprehension)) and is_name(node.iter, name):
                facts.is_iterated = True
                if isinstance(node.target, ast.Name) and node.target.id != name and depth < 3:
                    facts.elements = self.facts_of(node.target.id, tree, depth + 1)
        return facts

    def facts_of_call(self, facts, name, node, depth):
        if is_name(node.func, name):
            facts.is_called, facts.arity = True, len(node.args)
        if is_name(node.func, "isinstance") and len(node.args) == 2 and is_name(node.args[0], name) and hasattr(ast, "unparse"):
            tested = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
            for part in tested:
                add(facts.types, ast.unparse(part))
        if isinstance(node.func, ast.Attribute) and is_name(node.func.value, name):
            add(facts.methods, node.func.attr)
            first = node.args[0] if node.args else None
            if node.func.attr in ("get", "pop", "setdefault") and isinstance(first, ast.Constant) and isinstance(first.value, str):
                add(facts.keys, first.value)
        # Functions that it is handed to say more about it.
        for number, argument in enumerate(node.args):
            if is_name(argument, name) and depth < 3:
                for definition in self.definitions.get(called_name(node), ())[:2]:
                    if isinstance(definition, ast.FunctionDef):
                        names = parameters_of(definition)
                        if isinstance(node.func, ast.Attribute) and names[:1] == ["self"]:
                            names = names[1:]
                        if number < len(names):
                            merge(facts, self.facts_of(names[number], definition, depth + 1))

    def as_data(self):
        return {
            "ints": [str(value) for value in self.ints], "floats": [repr(value) for value in self.floats], "texts": self.texts,
            "bytes": [repr(value) for value in self.bytes], "patterns": self.patterns, "examples": self.examples,
            "facts": {name: [row.as_data() for row in rows] for name, rows in self.facts.items()},
            "classes": {name: row for name, row in self.classes.items() if row}, "members": self.members,
            "annotations": self.annotations, "compared": self.compared, "documented": self.documented,
            "near": self.near, "sizes": self.sizes, "calls": self.calls,
        }


class Put(ast.NodeTransformer):
    """Puts what names were bound to in their places."""

    def __init__(self, held):
        self.held = held

    def visit_Name(self, node):
        return self.held.get(node.id, node) if isinstance(node.ctx, ast.Load) else node


def examples_in(text):
    """The sources of the examples in a docstring."""
    found = []
    for line in text.splitlines():
        line = line.strip()
        if line.startswith(">>>"):
            found.append(line[4:])
        elif line.startswith("...") and found:
            found[-1] += "\n" + line[4:]
    return found[:60]


def facts_of_comparison(facts, name, node):
    """A literal that it is compared with, a key that it is looked for."""
    first, other = node.left, node.comparators[0]
    if isinstance(node.ops[0], (ast.In, ast.NotIn)):
        if isinstance(first, ast.Constant) and isinstance(first.value, str) and is_name(other, name):
            add(facts.keys, first.value)
        elif is_name(first, name) and isinstance(other, (ast.Tuple, ast.List, ast.Set)) and is_plain(other):
            for part in other.elts[:8]:
                add(facts.literals, plain_text(part))
    elif is_name(first, name) and is_plain(other):
        add(facts.literals, plain_text(other))
    elif is_name(other, name) and is_plain(first):
        add(facts.literals, plain_text(first))


def merge(facts, more):
    for mine, others in (
        (facts.keys, more.keys), (facts.attributes, more.attributes), (facts.methods, more.methods), (facts.types, more.types),
        (facts.literals, more.literals),
    ):
        mine.extend(name for name in others if name not in mine)
    facts.is_called |= more.is_called
    facts.is_iterated |= more.is_iterated
    facts.elements, facts.parts = facts.elements or more.elements, facts.parts or more.parts
    facts.arity = more.arity if facts.arity is None else facts.arity


def init_facts(mined, nodes):
    """What a class does with what it is made of."""
    for node in nodes:
        for part in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(part, ast.FunctionDef) and part.name == "__init__":
                return {name: mined.facts_of(name, part, 0).as_data() for name in parameters_of(part)}
    return None


def parameters_of(definition):
    arguments = definition.args
    rest = [argument for argument in (arguments.vararg, arguments.kwarg) if argument]
    return [argument.arg for argument in [*getattr(arguments, "posonlyargs", ()), *arguments.args, *arguments.kwonlyargs, *rest]]


def is_name(node, name):
    return isinstance(node, ast.Name) and node.id == name


def called_name(call):
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", None)


def is_plain(node):
    """Made of literals alone."""
    if isinstance(node, ast.Constant):
        return node.value is not Ellipsis
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return all(map(is_plain, node.elts))
    if isinstance(node, ast.Dict):
        return all(key is not None and is_plain(key) for key in node.keys) and all(map(is_plain, node.values))
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)) and is_plain(node.operand)


def top_names(tree):
    """What the top level of a module binds by defining or importing it."""
    found = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def is_evident(node, names):
    """Made of literals, and of names that the module binds."""
    if isinstance(node, ast.Attribute):
        return is_evident(node.value, names) and not is_plain(node.value)
    if isinstance(node, ast.Call):
        parts = [*node.args, *(row.value for row in node.keywords if row.arg)]
        return bool(names) and is_evident(node.func, names) and all(is_evident(part, names) for part in parts) and all(row.arg for row in node.keywords)
    return is_plain(node) or (isinstance(node, ast.Name) and node.id in names)


def plain_text(node):
    """A plain expression as text."""
    return literal(ast.literal_eval(node))


def literal(value):
    if isinstance(value, float):
        return ("nan" if value != value else "inf" if value > 0 else "-inf") if value != value or abs(value) == math.inf else repr(value)
    if type(value) is list:
        return "[" + ", ".join(map(literal, value)) + "]"
    if type(value) is tuple:
        return "(" + ", ".join(map(literal, value)) + ("," if len(value) == 1 else "") + ")"
    if type(value) is dict:
        return "{" + ", ".join(f"{literal(key)}: {literal(part)}" for key, part in value.items()) + "}"
    if type(value) in (set, frozenset):
        inner = "{" + ", ".join(sorted(map(literal, value))) + "}" if value else "()"
        return inner if type(value) is set and value else f"{type(value).__name__}({inner})"
    if type(value) is int and abs(value) >= 10**100:
        power = len(str(abs(value))) - 1
        if abs(value) == 10**power:
            return f"{'-' if value < 0 else ''}10**{power}"
    return repr(value)


# Types, as far as inputs are made of them: tuples of a word and its parts.
INT, FLOAT, BOOL, STR, BYTES, NONE, ANY = ("int",), ("float",), ("bool",), ("str",), ("bytes",), ("none",), ("any", None)
# Texts of which there are few, so that two dicts have some in common.
KEY = ("key",)

TEXT_METHODS = set(dir(str)) - set(dir(list)) - set(dir(bytes)) | {"split", "strip", "lower", "upper", "startswith", "endswith", "join", "replace", "find"}
LIST_METHODS = {"append", "extend", "insert", "sort", "remove", "reverse", "pop", "index", "count", "copy", "clear"}
DICT_METHODS = {"items", "keys", "values", "get", "setdefault", "update", "pop", "copy"}
SET_METHODS = {"add", "discard", "union", "intersection", "difference", "issubset", "issuperset"}

FUNCTIONS = {
    0: ["lambda: 0", "lambda: 1"],
    1: ["lambda x: x", "lambda x: 0", "bool", "str", "lambda x: not x", "lambda x: 1", "len", "lambda x: [x]"],
    2: ["lambda x, y: x", "lambda x, y: y", "max", "lambda x, y: 0", "lambda x, y: (x, y)"],
}


class Meanings(dict):
    """What the names in annotations mean, also those that only type checkers import."""

    def __init__(self, module):
        super().__init__({**vars(typing), **{name: getattr(collections.abc, name) for name in collections.abc.__all__}, **vars(module)})

    def __missing__(self, name):
        if hasattr(builtins, name):
            raise KeyError(name)
        for module in own_modules().values():
            found = vars(module).get(name)
            if found is not None:
                return found
        for module in ("datetime", "decimal", "pathlib", "types", "io", "re", "os", "enum", "collections", "typing"):
            if name == module or hasattr(sys.modules.get(module), name):
                return importlib.import_module(module) if name == module else getattr(sys.modules[module], name)
        return typing.Any


NAMES = [
    ("text", STR, {"name", "text", "s", "string", "str", "title", "label", "msg", "message", "path", "filename", "url", "uri", "key", "word",
                   "token", "line", "prefix", "suffix", "sep", "format", "fmt", "encoding", "lang", "language", "locale", "src", "source", "html",
                   "pattern", "query", "content", "body", "char", "c", "expr", "code", "tag", "attr", "mode", "date", "host", "scheme"}),
    ("number", INT, {"n", "count", "size", "length", "width", "height", "index", "i", "j", "k", "limit", "num", "number", "depth", "level", "start",
                     "stop", "end", "offset", "pos", "port", "year", "month", "day", "indent", "max", "min", "x", "y", "a", "b", "prec", "precision",
                     "number", "value", "timeout", "step", "digits", "wp"}),
    ("function", ("function", 1, ANY), {"func", "function", "fn", "callback", "predicate", "f", "pred", "factory", "getter", "handler"}),
    ("list", ("list", STR), {"items", "values", "args", "lines", "iterable", "seq", "sequence", "rows", "tokens", "names", "keys", "parts", "words",
                             "xs", "elements", "list", "columns", "children", "nodes"}),
    ("dict", ("dict", KEY, INT, None), {"kwargs", "options", "opts", "mapping", "d", "dict", "config", "attrs", "params", "headers", "context", "env",
                                         "metadata", "settings", "map", "data", "state"}),
    ("flag", BOOL, {"is", "has", "flag", "strict", "verbose", "force", "reverse", "ignore", "allow", "use", "include", "show", "keep"}),
    ("bytes", BYTES, {"data", "raw", "buffer", "payload", "bytes", "input", "chunk"}),
    ("error", ("literal", ["ValueError('a')", "KeyError('a')", "OSError()"]), {"exc", "error", "err", "exception", "e"}),
    ("file", ("wrapped", STR, "io.StringIO({})"), {"file", "stream", "fp", "out", "output", "fileobj", "readable", "writer"}),
]


class Types:
    """Reads annotations as types that inputs are made of."""

    def __init__(self, module):
        self.module, self.names = module, None

    def read_text(self, text):
        if self.names is None:
            self.names = Meanings(self.module)
        try:
            return self.of(eval(text, {"__builtins__": __builtins__, "NoneType": type(None)}, self.names), 0)
        except Exception:
            parts = text.split("|")
            if len(parts) == 1 or "[" in text:
                return None
            # Parts that are only names for the reader cannot be joined.
            found = [self.read_text(part.strip()) for part in parts]
            return ("union", [part for part in found if part]) if any(found) else None

    def of(self, annotation, depth):
        if depth > 5:
            return ANY
        if isinstance(annotation, str):
            return self.read_text(annotation) or ANY
        if isinstance(annotation, typing.ForwardRef):
            return self.read_text(annotation.__forward_arg__) or ANY
        origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
        if origin is None:
            return self.of_plain(annotation, depth)
        if origin is typing.Union or (hasattr(types, "UnionType") and origin is types.UnionType):
            return ("union", [self.of(part, depth + 1) for part in parts])
        if origin is typing.Literal:
            return ("literal", [literal(part) if not isinstance(part, enum.Enum) else f"{type(part).__name__}.{part.name}" for part in parts])
        if hasattr(typing, "Annotated") and origin is typing.Annotated:
            return self.of(parts[0], depth + 1)
        if origin in (typing.ClassVar, getattr(typing, "Final", None)):
            return self.of(parts[0], depth + 1)
        return self.of_generic(origin, parts, depth)

    def of_generic(self, origin, parts, depth):
        inner = [self.of(part, depth + 1) for part in parts if part is not Ellipsis and not isinstance(part, list)]
        first = inner[0] if inner else ANY
        abc = collections.abc
        if origin is tuple:
            if parts and parts[-1] is Ellipsis:
                return ("tupleof", first)
            return ("tuple", inner if parts != ((),) else [])
        if origin is type:
            return self.of_type(parts[0] if parts else object)
        if origin is abc.Callable:
            count = len(parts[0]) if parts and isinstance(parts[0], list) else 1
            return ("function", count, self.of(parts[-1], depth + 1) if len(parts) > 1 else ANY)
        if origin in (dict, abc.Mapping, abc.MutableMapping, collections.OrderedDict, collections.defaultdict):
            key, value = inner if len(inner) == 2 else (STR, ANY)
            makers = {collections.OrderedDict: "collections.OrderedDict({})", collections.defaultdict: "collections.defaultdict(int, {})"}
            return ("dict", key, value, makers.get(origin))
        if origin is collections.Counter:
            return ("dict", first, INT, "collections.Counter({})")
        if origin in (list, abc.MutableSequence, abc.Sequence, abc.Collection):
            return ("list", first) if origin in (list, abc.MutableSequence) else ("union", [("list", first), ("tupleof", first)])
        if origin in (abc.Iterable, abc.Reversible, abc.Container):
            return ("union", [("list", first), ("tupleof", first), ("iterator", first)] if origin is abc.Iterable else [("list", first)])
        if origin in (abc.Iterator, abc.Generator):
            return ("iterator", first)
        if origin in (set, abc.Set, abc.MutableSet):
            return ("set", first, "set")
        if origin is frozenset:
            return ("set", first, "frozenset")
        if origin is collections.deque:
            return ("wrapped", ("list", first), "collections.deque({})")
        return self.of_plain(origin, depth)

    def of_type(self, kind):
        """Classes that are the class, or below it."""
        found = [kind, *all_subclasses(kind)[:6]] if isinstance(kind, type) and is_own_class(kind) else [int, str, list]
        names = [part.__name__ if part.__module__ == "builtins" else self.name_of(part) for part in found]
        return ("literal", [name for name in names if name] or ["int"])

    def of_plain(self, kind, depth):
        simple = {
            int: INT, float: FLOAT, bool: BOOL, str: STR, bytes: BYTES, type(None): NONE, None: NONE, complex: ("complex",),
            typing.Any: ANY, object: ANY, list: ("list", ANY), dict: ("dict", STR, ANY, None), set: ("set", ANY, "set"),
            frozenset: ("set", ANY, "frozenset"), tuple: ("tupleof", ANY), bytearray: ("wrapped", BYTES, "bytearray({})"),
            os.PathLike: ("path",), range: ("range",), re.Pattern: ("pattern",),
            typing.TextIO: ("wrapped", STR, "io.StringIO({})"), io.StringIO: ("wrapped", STR, "io.StringIO({})"),
            io.BytesIO: ("wrapped", BYTES, "io.BytesIO({})"), typing.BinaryIO: ("wrapped", BYTES, "io.BytesIO({})"),
            typing.IO: ("union", [("wrapped", STR, "io.StringIO({})"), ("wrapped", BYTES, "io.BytesIO({})")]),
            io.TextIOWrapper: ("wrapped", STR, "io.StringIO({})"), io.TextIOBase: ("wrapped", STR, "io.StringIO({})"),
            io.BufferedReader: ("wrapped", BYTES, "io.BytesIO({})"), io.RawIOBase: ("wrapped", BYTES, "io.BytesIO({})"),
            io.IOBase: ("wrapped", BYTES, "io.BytesIO({})"), type: ("literal", ["int", "str", "list"]),
            collections.abc.Hashable: ("union", [INT, STR]), collections.abc.Sized: ("union", [("list", INT), STR]),
            typing.SupportsInt: ("union", [INT, FLOAT]), typing.SupportsFloat: ("union", [INT, FLOAT]),
            typing.Type: ("literal", ["int", "str", "list"]), typing.Hashable: ("union", [INT, STR]),
        }
        rare = {
            "decimal.Decimal": ("decimal",), "fractions.Fraction": ("fraction",), "datetime.date": ("date",), "datetime.datetime": ("datetime",),
            "datetime.timedelta": ("timedelta",), "datetime.time": ("time",), "pathlib.Path": ("path",), "pathlib.PurePath": ("path",),
            "datetime.tzinfo": ("zone",), "datetime.timezone": ("zone",), "zoneinfo.ZoneInfo": ("zone",),
            "numbers.Number": ("union", [INT, FLOAT]), "numbers.Real": ("union", [INT, FLOAT]), "numbers.Integral": INT,
            "uuid.UUID": ("literal", ["UUID(int=0)", "UUID(int=1)", "UUID(int=2**127)"]),
        }
        try:
            if kind in simple:
                return simple[kind]
        except TypeError:
            return ANY
        name = f"{str(getattr(kind, '__module__', '')).split('.')[0]}.{getattr(kind, '__qualname__', '')}"
        if name in rare:
            return rare[name]
        generic = [
            collections.abc.Callable, collections.abc.Mapping, collections.abc.Sequence, collections.abc.Iterable, collections.abc.Iterator,
            collections.abc.Collection, collections.abc.MutableMapping, collections.abc.MutableSequence, collections.abc.Set,
            collections.deque, collections.OrderedDict, collections.defaultdict, collections.Counter, collections.abc.Generator,
        ]
        if kind in generic:
            return self.of_generic(kind, (), depth)
        if isinstance(kind, typing.TypeVar):
            if kind.__constraints__:
                return self.of(kind.__constraints__[0], depth + 1)
            return self.of(kind.__bound__, depth + 1) if kind.__bound__ else ("union", [INT, STR])
        if hasattr(kind, "__supertype__"):
            return self.of(kind.__supertype__, depth + 1)
        if isinstance(kind, type):
            return self.of_class(kind, depth)
        return ANY

    def of_class(self, kind, depth):
        name = self.name_of(kind)
        if issubclass(kind, enum.Enum):
            return ("literal", [f"{name}.{member.name}" for member in kind][:30]) if name else ANY
        if hasattr(kind, "__total__") and issubclass(kind, dict):
            try:
                hints = typing.get_type_hints(kind)
            except Exception:
                hints = getattr(kind, "__annotations__", {})
            needed = getattr(kind, "__required_keys__", hints)
            return ("record", [(key, self.of(hint, depth + 1), key in needed) for key, hint in hints.items()])
        if getattr(kind, "_is_protocol", False) or inspect.isabstract(kind):
            found = [part for part in all_subclasses(kind) if not inspect.isabstract(part) and not getattr(part, "_is_protocol", False)]
            return ("union", [self.of_class(part, depth + 1) for part in found[:4]]) if found else ANY
        if kind.__module__ == "builtins" and issubclass(kind, BaseException):
            return ("literal", [f"{kind.__name__}('a')", f"{kind.__name__}()"])
        return ("object", name, kind) if name else ANY

    def name_of(self, kind):
        """How inputs name the class."""
        first = kind.__qualname__.split(".")[0]
        is_taken = first in WORDS or first in RARE_WORDS or hasattr(builtins, first)
        if not is_taken and found_in(self.module, kind.__qualname__) is kind:
            return kind.__qualname__
        owner = sys.modules.get(kind.__module__)
        if found_in(owner, kind.__qualname__) is kind:
            return f"{kind.__module__}.{kind.__qualname__}"
        # A class that code made is where that put it.
        rows = ((module_name, name) for module_name, module in own_modules().items() for name, value in vars(module).items() if value is kind)
        return next((f"{module_name}.{name}" for module_name, name in rows), None)


def found_in(owner, path):
    for part in path.split("."):
        owner = getattr(owner, part, None)
    return owner


def all_subclasses(kind):
    found = []
    for part in type.__subclasses__(kind):
        found += [part, *all_subclasses(part)]
    return found


PLAIN_TEXTS = [
    "", "a", "ab", "A", "b", "abc", "0", "1", "12", "-1", " ", "a b", " a ", "aa", "aB", "a,b", "Hello World", "hello", "x=1", "a-b", "a_b",
    "a.b", "3.14", "\n", "a\nb", "\t", "a/b", "true", "True", "none", "2020-01-02", "user@example.com", "http://example.com/a?b=c#d",
    "[1, 2]", "{\"a\": 1}", "(", "%s", "{}", "\\", "'", "\"", "<a>", "1e5", "0x1F", "00", "+1", "1_0", "aaa", "abab", "xyz", "aeiou",
]
STRANGE_TEXTS = ["\u00e9", "\u00df", "\u0130", "\u0131", "\u01c5", "\u017f", "\u03a3", "\u03c2", "\u00a0", "\x1c", "\u2028", "\u0663", "\u00b2", "\u2160", "e\u0301", "\U0001f600", "\x00", "\u00aa", "\ufb01", "\r", "a\u00a0b", "\u00c9a", "\u216b"]
WHITE = ["", "", " ", " ", "\n", "\t", "  ", "\x1c", "\x1f", "\x85", "\u00a0", "\u2003", "\u200b"]
BOUNDS = [1 << bits for bits in (7, 8, 15, 16, 31, 32, 53, 63, 64)] + [10**power for power in (1, 2, 3, 4, 6, 9)]
PLAIN_FLOATS = [0.0, 1.0, 0.5, -1.0, 1.5, 2.0, 2.5, -0.5, 0.1, 3.0, -2.0, 10.0, 100.0, 0.25, 1e-3]
STRANGE_FLOATS = [-0.0, math.nan, math.inf, -math.inf, 1e16, 1e308, 5e-324, 1e-9, 0.1 + 0.2, 1e22, 2.0**53, -1e16, 0.30000000000000004, 1.0000000000000002]


class Parameter:
    def __init__(self, name, kind, default, spec, certainty, facts):
        self.name, self.kind, self.default, self.spec = name, kind, default, spec
        # "d": somebody declares the type; "e": what is done with it tells; "u": nothing does; "m": it stands for an object
        # whose methods are made up.
        self.certainty = certainty
        self.facts = facts
        # Callers give no value for it, or not by its name.
        self.is_private = name.startswith("_")


class Inputs:
    """Makes up calls of the client."""

    def __init__(self, state, options):
        self.random = random.Random(options["seed"])
        self.module, self.state = state.module, state
        self.types = Types(state.module)
        mined = options["mined"]
        gather = lambda name: list(dict.fromkeys(value for row in mined for value in row.get(name, ())))
        self.ints, self.floats = [int(text) for text in gather("ints")], [float(text) for text in gather("floats")]
        near = [ast.literal_eval(text) for text in gather("near")]
        self.near = {kind: [value for value in near if type(value) is kind] for kind in (int, float, str, bytes)}
        self.sizes = [size for size in gather("sizes")]
        self.texts, self.bytes = gather("texts"), [ast.literal_eval(text) for text in gather("bytes")]
        for pattern in gather("patterns"):
            self.texts.extend(matching(pattern, self.random))
        self.class_facts = [row.get("classes", {}) for row in mined]
        self.class_members = [row.get("members", {}) for row in mined]
        self.annotations = [row.get("annotations", {}) for row in mined]
        self.compared = [row.get("compared", {}) for row in mined]
        # After a process ended nothing is tried any more that nobody asked for.
        self.objects = Objects(self, not options.get("restarts", 0), gather("documented"))
        self.letters = "".join(dict.fromkeys("".join(self.texts)))[:200] or "ab"
        self.derived = derived(self.ints)
        # How readily large numbers are tried: less so after calls that took too long.
        self.big = 0.25 ** options.get("restarts", 0)
        self.depth = 0
        self.certainty = "d"
        self.choices = []
        self.tried, self.worked = collections.Counter(), collections.Counter()
        self.corpus, self.hot, self.made, self.kinds_of = [], [], {}, {}
        # How certain the parts of objects are, by their texts.
        self.sure = {}
        # The texts of the call that is being made up.
        self.recent = []
        self.queue = []
        self.parameters = self.read_parameters(options, mined)
        # The object that a method is called of has no name for its callers.
        self.receiver = self.parameters[0] if self.parameters and self.owner() else None
        self.queue = [(text, "e") for text in gather("examples")] + self.calls_of_receivers(gather("calls"))
        self.queue += self.first_ones()
        self.setters = setters(state)

    def step(self):
        """A call of another function that comes before the client's."""
        self.certainty, self.choices, self.recent = "d", [], []
        place, function, skips_first = self.pick(self.setters)
        return f"{STEP}{place}({self.arguments_for(function, skips_first)})", self.certainty

    def calls_of_receivers(self, calls):
        """Calls as the source has them; of a method, each with some objects."""
        if self.receiver is None:
            return [(text[1:], text[0]) for text in calls]
        found = self.some_of(self.receiver.spec)[:4] if calls else []
        certainty = lambda text, one: max(text[0], self.sure.get(one, "d"), key="deum".index)
        return [(f"{one}, {text[1:]}" if text[1:] else one, certainty(text, one)) for text in calls[:10] for one in found]

    def read_parameters(self, options, mined):
        function = self.state.function
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):
            return []
        try:
            hints = typing.get_type_hints(inspect.unwrap(function))
        except Exception:
            hints = {}
        found = []
        owner = self.owner()
        for number, parameter in enumerate(signature.parameters.values()):
            facts = self.known_of(parameter.name, [row for side in mined for row in side.get("facts", {}).get(parameter.name, ())])
            default = parameter.default if parameter.default is not parameter.empty else None
            has_default = parameter.default is not parameter.empty
            if number == 0 and owner is not None:
                spec, certainty = self.types.of_class(owner, 0), "d"
            elif parameter.name in options["types"]:
                spec, certainty = self.types.read_text(options["types"][parameter.name]) or ANY, "d"
            elif parameter.annotation is not parameter.empty:
                spec, certainty = self.types.of(hints.get(parameter.name, parameter.annotation), 0), "d"
            elif options["guessed"].get(parameter.name):
                spec, certainty = self.types.read_text(options["guessed"][parameter.name]) or ANY, "e"
            elif has_default and default is not None and self.of_value(default) is not None:
                spec, certainty = self.of_value(default), "e"
            else:
                spec, certainty = ANY, "u"
            if spec == ANY:
                spec, certainty = ("any", facts), "u"
            if parameter.kind is parameter.VAR_KEYWORD:
                spec = ("keywords", facts.keys[:10], spec)
            if has_default and parameter.annotation is parameter.empty and default is None and spec[0] != "union":
                spec = ("union", [spec, NONE])
            found.append(Parameter(parameter.name, parameter.kind, (default,) if has_default else None, spec, certainty, facts))
        return found

    def known_of(self, name, rows):
        """What is known of a parameter."""
        facts = Facts.merged(rows)
        facts.name = name
        facts.annotations = list(dict.fromkeys(text for side in self.annotations for text in side.get(name, ()) if text))
        return facts

    def owner(self):
        """The class whose method the client is, if it is handed an object."""
        parts = job["function"].split(".")
        kind = self.module
        for part in parts[:-1]:
            kind = getattr(kind, part, None)
        if not isinstance(kind, type):
            return None
        found = inspect.getattr_static(kind, parts[-1], None)
        return kind if isinstance(found, (types.FunctionType, property)) else None

    def of_value(self, value):
        """Values like this one."""
        kind = type(value)
        if kind in (bool, int, float, str, bytes):
            return self.types.of_plain(kind, 0)
        if kind is list and value:
            inner = self.of_value(value[0])
            return ("list", inner) if inner else None
        if kind is tuple and value:
            inner = [self.of_value(part) for part in value]
            return ("tuple", inner) if all(inner) else None
        if isinstance(value, enum.Enum):
            return self.types.of_class(kind, 0)
        return None

    # Values.

    def make(self, spec):
        self.depth += 1
        try:
            return getattr(self, "make_" + spec[0])(*spec[1:])
        finally:
            self.depth -= 1

    def doubt(self, certainty):
        self.certainty = max(self.certainty, certainty, key="deum".index)

    def pick(self, found):
        return found[self.random.randrange(len(found))]

    def chance(self, probability):
        return self.random.random() < probability

    def make_int(self):
        return literal(self.an_int())

    def an_int(self):
        if self.near[int] and self.chance(0.15):
            return self.pick(self.near[int]) + self.pick([0, 0, 1, -1])
        if self.ints and self.chance(0.25):
            return self.pick(self.ints) + self.pick([0, 0, 0, 1, -1]) if self.chance(0.85) else -self.pick(self.ints)
        found = self.any_int()
        # Where large numbers take too long there are few of them, but for those of the source.
        return self.random.randint(-10, 60) if abs(found) > 2000 and self.chance(1 - self.big) else found

    def any_int(self):
        roll = self.random.random()
        if roll < 0.35 or (self.depth > 2 and roll < 0.6):
            return self.random.randint(-3, 10)
        if roll < 0.5 and self.derived:
            return self.pick(self.derived) * self.pick([1, 1, -1]) + self.pick([0, 0, 1, -1])
        if roll < 0.9:
            return self.random.randint(-100, 400)
        if roll < 0.97:
            return (self.pick(BOUNDS) + self.pick([0, -1, 1])) * self.pick([1, 1, -1])
        if self.chance(0.02):
            # More digits than the language writes.
            return 10**4300
        return self.random.randint(-(10**6), 10**6) if self.chance(0.7) else self.pick([1, -1]) * self.random.randint(10**18, 10**25)

    def make_float(self):
        roll = self.random.random()
        if roll < 0.4:
            return literal(self.pick(PLAIN_FLOATS))
        if roll < 0.6 and (self.floats or self.ints):
            base = float(self.pick(self.floats or [min(abs(value), 10**300) for value in self.ints]))
            return literal(self.pick([base, -base, base + 0.5, base - 0.5, math.nextafter(base, math.inf) if hasattr(math, "nextafter") else base, base * 2]))
        if roll < 0.7 and self.ints:
            return literal(float(max(min(self.pick(self.ints), 10**300), -(10**300))) + self.pick([0.0, 0.5, 0.25, -0.5]))
        if roll < 0.85:
            return literal(round(self.random.uniform(-100, 100), self.random.randint(0, 4)))
        return literal(self.pick(STRANGE_FLOATS))

    def make_complex(self):
        return literal(complex(self.random.randint(-2, 3), self.random.randint(-2, 3)))

    def make_bool(self):
        return self.pick(["True", "False"])

    def make_none(self):
        return "None"

    def make_str(self):
        return repr(self.a_text())

    def make_key(self):
        return repr(self.pick(["a", "b", "c", *self.texts[:6]]))

    def a_text(self):
        """A text; sometimes one that stands elsewhere in the call, as keys and names do."""
        found = self.pick(self.recent) if self.recent and self.chance(0.2) else self.any_text()
        self.recent.append(found)
        return found

    def any_text(self):
        if self.near[str] and self.chance(0.15):
            found = self.pick(self.near[str])
            return found if self.chance(0.5) else self.varied_text(found)
        roll = self.random.random()
        if roll < 0.3:
            return self.pick(PLAIN_TEXTS)
        if roll < 0.6 and self.texts:
            return self.varied_text(self.pick(self.texts)) if self.chance(0.6) else self.pick(self.texts)
        if roll < 0.75:
            return "".join(self.pick(self.letters) for _ in range(self.random.choice([1, 2, 3, 5, 8, 17])))
        if roll < 0.85:
            return self.varied_text(self.pick(PLAIN_TEXTS))
        if roll < 0.92:
            return "".join(self.pick("abcABC 019.,-_\n") for _ in range(self.random.randint(1, 12)))
        return self.pick(STRANGE_TEXTS) if self.chance(0.6) else self.pick(PLAIN_TEXTS) + self.pick(STRANGE_TEXTS) + self.pick(PLAIN_TEXTS)

    def varied_text(self, text):
        roll = self.random.randrange(11)
        at = self.random.randint(0, len(text))
        if roll == 0:
            return text.upper()
        if roll == 1:
            return text[::-1]
        if roll == 2:
            return self.pick(WHITE) + text + self.pick(WHITE)
        if roll == 3:
            return text + self.pick(self.texts or PLAIN_TEXTS)
        if roll == 4:
            return text[:at]
        if roll == 5:
            return text[at:]
        if roll == 6:
            return text * self.random.randint(2, 4)
        if roll == 7:
            return text[:at] + self.pick(self.letters) + text[at:]
        if roll == 8:
            return text[:at] + self.pick(PLAIN_TEXTS) + text[at:]
        if roll == 9:
            return text.capitalize()
        return text[:at] + text[at + 1:]

    def make_bytes(self):
        if self.bytes and self.chance(0.4):
            return repr(self.pick(self.bytes))
        if self.chance(0.5):
            return repr(self.a_text().encode("utf-8", "replace"))
        return repr(bytes(self.random.randrange(256) for _ in range(self.random.choice([0, 1, 2, 4, 8]))))

    def size(self):
        if self.sizes and self.depth < 3 and self.chance(0.15):
            return max(0, self.pick(self.sizes) + self.pick([0, 1, -1]))
        return self.random.choice([0, 1, 1, 2, 2, 3, 3, 4, 6]) if self.depth < 3 else self.random.choice([0, 1, 1, 2])

    def elements(self, spec):
        """Like elements, sometimes twice or in order."""
        if spec[0] == "any" and self.chance(0.9):
            # What is in one collection is mostly of one kind.
            spec = self.choose_any(spec[1], False)
        found = [self.make(spec) for _ in range(self.size() if self.chance(0.96) or self.depth > 2 else self.random.randint(5, 20))]
        if found and self.chance(0.25):
            found.insert(self.random.randint(0, len(found)), self.pick(found))
        if self.chance(0.15) and spec[0] == "int":
            found.sort(key=int)
        return found

    def make_list(self, inner):
        return "[" + ", ".join(self.elements(inner)) + "]"

    def make_tupleof(self, inner):
        found = self.elements(inner)
        return "(" + ", ".join(found) + ("," if len(found) == 1 else "") + ")"

    def make_tuple(self, inner):
        return "(" + ", ".join(map(self.make, inner)) + ("," if len(inner) == 1 else "") + ")"

    def make_set(self, inner, name):
        found = self.elements(self.hashable(inner))
        if name == "set":
            return "{" + ", ".join(found) + "}" if found else "set()"
        return f"frozenset([{', '.join(found)}])"

    def hashable(self, spec):
        return self.pick([INT, STR]) if spec[0] == "any" else spec

    def make_dict(self, key, value, maker):
        keys = list(dict.fromkeys(self.elements(self.hashable(key))))
        if value[0] == "any" and self.chance(0.7):
            value = self.choose_any(value[1], False)
        text = "{" + ", ".join(f"{name}: {self.make(value)}" for name in keys) + "}"
        return maker.format(text) if maker else text

    def make_record(self, fields):
        rows = [(key, spec) for key, spec, is_needed in fields if is_needed or self.chance(0.6)]
        return "{" + ", ".join(f"{key!r}: {self.make(spec)}" for key, spec in rows) + "}"

    def make_union(self, parts):
        return self.make(self.pick(parts))

    def make_literal(self, texts):
        return self.pick(texts)

    def make_iterator(self, inner):
        return f"iter([{', '.join(self.elements(inner))}])"

    def make_wrapped(self, inner, maker):
        return maker.format(self.make(inner))

    def make_function(self, count, result):
        if result[0] != "any":
            return f"lambda *_: {self.make(result)}"
        self.doubt("u")
        return self.pick(FUNCTIONS.get(count, ["lambda *_: 0", "lambda *_: ''"]))

    def make_decimal(self):
        return f"Decimal({self.pick(['0', '1', '-1', '0.1', '1.50', '2.5', '3.14159', '1E+3', '100', '0.005', '-2.675', 'NaN'])!r})"

    def make_fraction(self):
        return f"Fraction({self.random.randint(-5, 7)}, {self.random.randint(1, 6)})"

    def make_date(self):
        return f"datetime.date({self.pick([2020, 2021, 1999, 2000, 1900, 2024])}, {self.random.randint(1, 12)}, {self.random.randint(1, 28)})"

    def make_datetime(self):
        zone = self.pick(["", "", ", tzinfo=datetime.timezone.utc"])
        return f"datetime.datetime(2020, {self.random.randint(1, 12)}, {self.random.randint(1, 28)}, {self.random.randint(0, 23)}, {self.random.randint(0, 59)}{zone})"

    def make_timedelta(self):
        return f"datetime.timedelta(days={self.random.randint(-2, 40)}, seconds={self.pick([0, 1, 59, 60, 3600, 86399])})"

    def make_time(self):
        return f"datetime.time({self.random.randint(0, 23)}, {self.random.randint(0, 59)})"

    def make_path(self):
        return f"Path({self.pick(['a', 'a/b.txt', '/', '.', 'a.tar.gz', '../x', '/a/b'])!r})"

    def make_range(self):
        return f"range({self.random.randint(-2, 6)})"

    def make_pattern(self):
        return f"re.compile({self.pick(['a', '[a-z]+', '.', '(x)(y)?', ''])!r})"

    def make_keywords(self, names, spec):
        """Values by name, for what takes them all."""
        wanted = [name for name in names if name.isidentifier() and self.chance(0.5)] or self.pick([["extra"], []])
        return ", ".join(f"{name}={self.make(spec)}" for name in wanted) or None

    def make_zone(self):
        return self.pick(["datetime.timezone.utc", "datetime.timezone(datetime.timedelta(hours=2))", "datetime.timezone(datetime.timedelta(hours=-5, minutes=-30))"])

    def make_object(self, name, kind):
        """An object in a way that was tried, or by its constructor."""
        if self.depth > 4:
            self.doubt("u")
            return "None"
        found = self.objects.of(kind)
        if found and self.chance(0.75 if any(text.startswith(f"{name}(") for text, _ in found) else 0.98):
            text, certainty = self.pick(found[:4]) if self.chance(0.4) else self.pick(found)
            self.certainty = max(self.certainty, certainty, key="deum".index)
            self.sure[text] = certainty
            self.recent += re.findall(r"'([^'\\]+)'", text)
            return text
        before, self.certainty = self.certainty, "d"
        text = self.constructed(name, kind, False)
        if len(self.sure) < 50000:
            self.sure[text] = self.certainty
        self.certainty = max(before, self.certainty, key="deum".index)
        return text

    def constructed(self, name, kind, is_simple):
        """A call of the constructor."""
        if kind.__init__ is object.__init__ and kind.__new__ is object.__new__:
            return f"{name}()"
        rows = lambda parameter: [facts.get(kind.__name__, {}).get(parameter) for facts in self.class_facts]
        return f"{name}({self.arguments_for(kind, of=kind.__init__, rows=rows, is_simple=is_simple)})"

    def arguments_for(self, function, skips_first=False, of=None, rows=None, is_simple=False):
        """What could stand between the parentheses of a call of some function."""
        try:
            parameters = list(inspect.signature(function).parameters.values())[1 if skips_first else 0:]
        except (TypeError, ValueError):
            return ""
        try:
            hints = typing.get_type_hints(of or inspect.unwrap(function))
        except Exception:
            hints = {}
        declared = getattr(function, "__annotations__", None)
        hints = hints or (declared if isinstance(declared, dict) else {})
        texts = []
        for parameter in parameters:
            if parameter.kind is parameter.VAR_KEYWORD:
                continue
            if parameter.kind is parameter.VAR_POSITIONAL and (is_simple or self.chance(0.5) or any("=" in text.split("(")[0] for text in texts)):
                continue
            has_default = parameter.default is not parameter.empty
            if has_default and (is_simple or self.chance(0.6)):
                continue
            # What the constructor is given is mostly kept under its name.
            literals = [text for side in self.compared for text in side.get(parameter.name.lstrip("_"), ())] if of else []
            if literals and self.chance(0.4):
                text = self.pick(literals)
            else:
                text = self.make(self.spec_for(parameter, hints, rows(parameter.name) if rows else ()))
            is_named = has_default or parameter.kind is parameter.KEYWORD_ONLY
            texts.append(f"{parameter.name}={text}" if is_named else text)
        return ", ".join(texts)

    def spec_for(self, parameter, hints, rows):
        spec, has_default = ANY, parameter.default is not parameter.empty
        if parameter.name in hints or parameter.annotation is not parameter.empty:
            spec = self.types.of(hints.get(parameter.name, parameter.annotation), 1)
        elif has_default:
            spec = self.of_value(parameter.default) or ANY
        return ("any", self.known_of(parameter.name, rows)) if spec == ANY else spec

    # Values of which no type is known.

    def make_any(self, facts):
        self.doubt("u")
        return self.make(self.choose_any(facts, True))

    def choose_any(self, facts, is_learned):
        """A kind that fits what is done with the value; those that the old version takes are preferred."""
        self.doubt("u")
        found = self.kinds_for(facts)
        if not is_learned or self.depth > 2:
            return self.pick(found)[1]
        place = facts.name if facts and facts.name else id(facts)
        weights = [(self.worked[place, kind] + 1) / (self.tried[place, kind] + 1) for kind, _ in found]
        weights = [weight * weight * (len(found) - number / 2) for number, weight in enumerate(weights)]
        kind, spec = self.random.choices(found, weights)[0]
        self.choices.append((place, kind))
        return spec

    def kinds_for(self, facts):
        place = repr(facts.as_data()) + facts.name if facts else ""
        if place not in self.kinds_of:
            self.kinds_of[place] = self.kinds_that_fit(facts)
        return self.kinds_of[place]

    def kinds_that_fit(self, facts):
        inner = ("any", facts.elements) if facts and facts.elements else None
        found = []
        if facts:
            asked = set(facts.methods) | set(facts.attributes)
            for text in facts.types[:6]:
                spec = self.types.read_text(text)
                found += [(f"is {text}", spec)] if spec and spec != ANY else []
            if facts.keys:
                found.append(("record", ("record", [(key, ANY, False) for key in facts.keys[:12]])))
            if asked:
                found += self.kinds_by_attributes(asked, facts)
            if facts.is_called:
                found += [("function", ("function", count, ANY)) for count in ((1, 0, 2) if facts.arity is None else (facts.arity,))]
            if facts.parts:
                found.insert(0, ("parts", ("tuple", [("any", part) for part in facts.parts])))
            if inner:
                found.append(("list", ("list", inner)))
            for text in facts.annotations[:3]:
                spec = self.types.read_text(text)
                found += [(f"as {text}", spec)] if spec and spec != ANY else []
            if not found:
                found += self.kinds_by_name(facts.name)
        if not found or (facts and facts.is_iterated and not inner) or (facts and len(found) < 3):
            plain = [
                ("int", INT), ("str", STR), ("ints", ("list", INT)), ("texts", ("list", STR)), ("dict", ("dict", KEY, INT, None)),
                ("none", NONE), ("pairs", ("list", ("tuple", [STR, INT]))), ("tuple", ("tupleof", INT)), ("fraction", ("literal", ["0.5", "1.5", "-2.25"])),
                ("set", ("set", INT, "set")), ("nested", ("list", ("list", INT))),
                ("deep", ("dict", KEY, ("dict", KEY, INT, None), None)),
            ]
            found += plain
        return found

    def kinds_by_name(self, name):
        """What people call so. It is a guess: it comes first, and nothing follows from it."""
        words = set(name.lower().strip("_").split("_"))
        found = [(f"called {kind}", spec) for kind, spec, names in NAMES if words & names]
        plain = name.lower().replace("_", "")
        found += [(f"own {kind.__name__}", self.types.of_class(kind, 0)) for kind in self.own_classes() if kind.__name__.lower() == plain]
        return found[:3]

    def kinds_by_attributes(self, asked, facts):
        found = []
        if asked <= TEXT_METHODS:
            found.append(("str", STR))
        if asked <= LIST_METHODS:
            found += [("ints", ("list", INT)), ("texts", ("list", STR))]
        if asked <= DICT_METHODS:
            found += [("dict", ("dict", KEY, INT, None)), ("numbers", ("dict", INT, STR, None)), ("deep", ("dict", KEY, ("dict", KEY, INT, None), None))]
        if asked <= SET_METHODS:
            found.append(("set", ("set", INT, "set")))
        if asked <= set(dir(bytes)) and not found:
            found.append(("bytes", BYTES))
        for kind in self.own_classes():
            declared = getattr(kind, "__annotations__", None)
            has = set(dir(kind)) | set(declared if isinstance(declared, dict) else ())
            made = [facts.get(kind.__name__) for facts in self.class_facts]
            has |= {name for row in made if row for name in row}
            has |= {name for base in kind.__mro__ for row in self.class_members for name in row.get(base.__name__, ())}
            if asked <= has:
                spec = self.types.of_class(kind, 0)
                if spec[0] == "object":
                    found.append((f"own {kind.__name__}", spec))
        if not found:
            # A name that is bound again is asked for what the first value does not have.
            first = facts.methods[:1]
            rows = (("str", STR, TEXT_METHODS), ("texts", ("list", STR), LIST_METHODS), ("dict", ("dict", KEY, INT, None), DICT_METHODS))
            found += [(name, spec) for name, spec, has in rows if first and first[0] in has]
            found.append(("namespace", ("namespace", sorted(asked), facts)))
        return found

    def own_classes(self):
        own = own_modules()
        found = [value for module in own.values() for value in vars(module).values() if isinstance(value, type) and value.__module__ in own]
        return list(dict.fromkeys(found))[:200]

    def make_namespace(self, names, facts):
        parts = []
        for name in names:
            if name.startswith("__"):
                continue
            if name in facts.methods:
                # What such a method gives nobody knows: it may lead somewhere, but it shows nothing.
                self.doubt("m")
            value = f"lambda *_, **__: {self.make(self.pick([INT, STR]))}" if name in facts.methods else self.make(self.pick([INT, STR, NONE, ("list", INT)]))
            parts.append(f"{name}={value}")
        return f"SimpleNamespace({', '.join(parts)})"

    # Calls.

    def first_ones(self):
        """Each parameter's simple values, the others being as simple."""
        if not self.parameters:
            return [("", "d")] * 4
        calls = []
        simplest = [self.some_of(parameter.spec) for parameter in self.parameters]
        plain = [texts[0] for texts in simplest]
        for number, texts in enumerate(simplest):
            for text in texts:
                row = list(plain)
                row[number] = text
                calls.append((self.join(row, False), self.certainty_of(row)))
        for last in range(len(self.parameters)):
            if all(parameter.default or parameter.kind in (parameter.kind.VAR_POSITIONAL, parameter.kind.VAR_KEYWORD) for parameter in self.parameters[last:]):
                calls.append((self.join(plain[:last], False), self.certainty_of(plain[:last])))
        calls.append((self.join(plain, True), self.certainty_of(plain)))
        found = list(dict.fromkeys(calls))
        # What calls leave behind shows when they are made again.
        return [*found[:60], *found[:2], *found[:1]]

    def certainty_of(self, row):
        """The least certain of the parameters that are given."""
        given = [parameter for parameter, text in zip(self.parameters, row) if text is not None]
        found = [parameter.certainty if "any" not in repr(parameter.spec) else "u" for parameter in given]
        found += [self.sure[text] for text in row if text in self.sure]
        found += ["m" for text in row if text and "lambda *_, **__:" in text]
        return max(found, default="d", key="deum".index)

    def some_of(self, spec):
        """Some values, the simplest first; whatever goes wrong with the program's own types is no reason to stop."""
        try:
            return self.simple(spec) or ["None"]
        except Exception:
            return ["None"]

    def simple(self, spec):
        kind = spec[0]
        fixed = {
            "int": ["0", "1", "2", "-1", "3", "5", "7", "10"], "float": ["0.0", "1.0", "0.5", "-1.5", "nan", "inf", "-0.0"],
            "bool": ["False", "True"], "str": ["''", "'a'", "'ab'", "'A b'", "'1'"], "bytes": ["b''", "b'a'"], "none": ["None"],
        }
        if kind in fixed:
            return fixed[kind] + ([literal(value) for value in self.ints[:8]] if kind == "int" else [repr(text) for text in self.texts[:8]] if kind == "str" else [])
        if kind == "literal":
            return spec[1][:8]
        if kind == "union":
            return [text for part in spec[1] for text in self.simple(part)[:4]]
        if kind == "object":
            self.sure.update(self.objects.of(spec[2]))
            texts = [text for text, _ in self.objects.of(spec[2])]
            return texts or [self.make(spec) for _ in range(6)]
        if kind == "any":
            rows = [self.simple(part)[:3] for _, part in self.kinds_for(spec[1])[:8] if part[0] != "any"]
            # The first of each, then the second, and so on.
            return [row[number] for number in range(3) for row in rows if number < len(row)] or [self.make(spec)]
        if kind == "tuple" and spec[1]:
            rows = [self.simple(part) for part in spec[1]]
            texts = [[row[min(number, len(row) - 1)] for row in rows] for number in range(4)]
            return ["(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")" for parts in texts]
        if kind == "dict":
            key, value = self.simple(self.hashable(spec[1])), self.simple(spec[2])
            rows = ["{}", f"{{{key[-1]}: {value[0]}}}", f"{{{key[0]}: {value[-1]}, {key[-1]}: {value[0]}}}"]
            return [spec[3].format(text) if spec[3] else text for text in rows]
        if kind == "keywords":
            return [None, *(self.make(spec) for _ in range(4))]
        if kind == "list":
            inner = self.simple(spec[1])
            return ["[]", f"[{inner[0]}]", f"[{', '.join(inner[:3])}]", f"[{', '.join(reversed(inner[:3]))}]"]
        return [self.make(spec) for _ in range(6)]

    def join(self, row, by_name, first_named=0):
        """The arguments of a call; by their names from one of them on."""
        parts, is_open = [], False
        by_name = by_name and not any(parameter.is_private for parameter in self.parameters)
        for number, (parameter, text) in enumerate(zip(self.parameters, row)):
            if text is None or (parameter.is_private and parameter.default):
                is_open = True
                continue
            if parameter.kind is parameter.kind.VAR_POSITIONAL:
                if not is_open:
                    parts.extend([text] if text != "None" else [])
            elif parameter.kind is parameter.kind.VAR_KEYWORD:
                parts.append(text)
            elif parameter is self.receiver:
                parts.append(text)
            elif parameter.kind is parameter.kind.KEYWORD_ONLY or (((by_name and number >= first_named) or is_open) and parameter.kind is not parameter.kind.POSITIONAL_ONLY):
                parts.append(f"{parameter.name}={text}")
                is_open = True
            else:
                parts.append(text)
        return ", ".join(parts)

    def fresh(self):
        """A call made up from nothing."""
        self.certainty, self.choices, self.recent = "d", [], []
        row = []
        leaves_out = self.chance(0.3)
        for parameter in self.parameters:
            is_rest = parameter.kind in (parameter.kind.VAR_POSITIONAL, parameter.kind.VAR_KEYWORD)
            if (parameter.default and leaves_out and self.chance(0.5)) or (is_rest and self.chance(0.5)):
                row.append(None)
            elif parameter.kind is parameter.kind.VAR_POSITIONAL:
                row.append(", ".join(self.make(parameter.spec) for _ in range(self.random.randint(1, 3))))
            elif parameter.facts.literals and self.chance(0.2):
                row.append(self.pick(parameter.facts.literals))
            else:
                row.append(self.make(parameter.spec))
            if row[-1] is not None and parameter.certainty != "d":
                self.certainty = max(self.certainty, parameter.certainty, key="deum".index)
        others = [number for number, text in enumerate(row[1:], 1) if text is not None and self.takes_receiver(self.parameters[number])]
        if others and self.chance(0.05):
            # One and the same object.
            row[0], row[self.pick(others)] = f"(it := {row[0]})", "it"
        elif self.chance(0.04):
            self.share(row)
        return row, self.join(row, self.chance(0.1), self.random.randrange(len(row)) if row else 0)

    def share(self, row):
        """Lets two parameters have one and the same object, if it is one that can be changed."""
        plain = ("'", '"', "-", "(", "True", "False", "None", *"0123456789")
        named = lambda parameter: parameter.kind not in (parameter.kind.VAR_POSITIONAL, parameter.kind.VAR_KEYWORD)
        places = [number for number, text in enumerate(row) if text is not None and named(self.parameters[number])]
        pairs = [(a, b) for a in places for b in places if a < b and self.parameters[a].spec == self.parameters[b].spec and not row[a].startswith(plain)]
        if pairs:
            a, b = self.pick(pairs)
            row[a], row[b] = f"(it := {row[a]})", "it"

    def takes_receiver(self, parameter):
        """May it be the object that the method is called of?"""
        is_rest = parameter.kind in (parameter.kind.VAR_POSITIONAL, parameter.kind.VAR_KEYWORD)
        return self.receiver is not None and not is_rest and (parameter.spec[0] == "any" or parameter.spec == self.receiver.spec)

    def vary(self, row):
        """One of the values of an input that led somewhere new is replaced, or changed a little."""
        self.choices, self.recent = [], re.findall(r"'([^'\\]+)'", " ".join(text for text in row if text))
        row = list(row)
        given = [number for number, text in enumerate(row) if text is not None]
        if not given:
            return self.fresh()
        self.certainty = self.certainty_of(row)
        number = self.pick(given)
        spec = self.parameters[number].spec
        row[number] = self.changed(spec, row[number])
        return row, self.join(row, False)

    def changed(self, spec, text):
        if self.chance(0.3):
            return self.make(spec)
        try:
            value = ast.literal_eval(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return self.make(spec)
        return literal(self.near(spec, value))

    def near(self, spec, value):
        """A value of the same type that is not far."""
        kind = type(value)
        if spec[0] == "int" and kind is int:
            return value + self.pick([1, -1, 2, -2, 10]) if self.chance(0.7) else self.pick([-value, value * 2, value // 2, self.an_int()])
        if spec[0] == "float" and kind is float:
            return self.pick([value + 1, value - 0.5, -value, value * 2, value / 3])
        if spec[0] == "str" and kind is str:
            return self.varied_text(value)
        if spec[0] in ("list", "tupleof") and kind in (list, tuple):
            parts = list(value)
            roll = self.random.randrange(5)
            at = self.random.randint(0, len(parts))
            if roll == 0 and parts:
                parts.pop(at - 1)
            elif roll == 1 and parts:
                parts.insert(at, self.pick(parts))
            elif roll == 2 and parts:
                parts[at - 1] = self.near(spec[1], parts[at - 1])
            elif roll == 3:
                parts.reverse()
            else:
                made = self.make(spec[1])
                try:
                    parts.insert(at, ast.literal_eval(made))
                except (ValueError, SyntaxError):
                    pass
            return kind(parts)
        if spec[0] == "tuple" and kind is tuple and len(spec[1]) == len(value) and value:
            at = self.random.randrange(len(value))
            return value[:at] + (self.near(spec[1][at], value[at]),) + value[at + 1:]
        try:
            return ast.literal_eval(self.make(spec))
        except (ValueError, SyntaxError):
            return value

    def propose(self, count):
        """Calls with how certain their types are, none twice, and now and then the one before once more."""
        found = []
        while self.queue and len(found) < count:
            found.append(list(self.queue.pop(0)))
        attempts = 0
        while len(found) < count and attempts < 4 * count:
            attempts += 1
            if found and self.chance(0.06):
                found.append(list(self.pick(found)))
                continue
            if self.setters and self.chance(0.06):
                try:
                    found.append(list(self.step()))
                except Exception:
                    self.setters = []
                continue
            with_corpus = self.corpus and self.chance(0.4)
            try:
                # Those that came to changed lines before all others.
                rows = self.hot if self.hot and self.chance(0.6) else self.corpus
                row, text = self.vary(self.pick(rows)) if with_corpus else self.fresh()
            except Exception:
                continue
            if text in self.made or len(text) > 4000:
                continue
            if len(self.made) < 200000:
                self.made[text] = (row, list(self.choices))
            found.append([text, self.certainty])
        return found

    def learn(self, calls, kinds, newly, hot):
        for call, kind in zip(calls, kinds):
            row, choices = self.made.get(call, (None, ()))
            for choice in choices:
                self.tried[choice] += 1
                self.worked[choice] += kind not in ("TypeError", "AttributeError") and not kind.startswith(("it ", "there "))
            if kind == "it took too long":
                self.big *= 0.4
        for number in newly:
            row, _ = self.made.get(calls[number], (None, ()))
            if row is not None and kinds[number] != "it took too long":
                self.corpus.append(row)
                if number in hot:
                    self.hot.append(row)
        self.corpus, self.hot = self.corpus[-60:], self.hot[-20:]

    # Smaller inputs.

    def smaller(self, call):
        """Calls that are simpler than this one, the simplest first, with values of the same types."""
        try:
            node = ast.parse(f"_({call})", mode="eval").body
        except (SyntaxError, RecursionError, MemoryError):
            return []
        arguments = [(None, part) for part in node.args] + [(part.arg, part.value) for part in node.keywords]
        source = f"_({call})"
        texts = [ast.get_source_segment(source, part) for _, part in arguments]
        prefix = ["" if name is None else f"{name}=" for name, _ in arguments]
        specs = [self.spec_of(number, name) for number, (name, _) in enumerate(arguments)]
        found = []
        for number, (name, part) in enumerate(arguments):
            parameter = self.parameter_of(number, name)
            if parameter is not None and (parameter.default or parameter.kind is parameter.kind.VAR_POSITIONAL):
                is_last = number == len(arguments) - 1
                if name is not None or is_last:
                    found.append([*zip(prefix[:number], texts[:number]), *zip(prefix[number + 1:], texts[number + 1:])])
            if name is not None and self.goes_by_position(number, prefix[:number], parameter):
                found.append([*zip(prefix[:number], texts[:number]), ("", texts[number]), *zip(prefix[number + 1:], texts[number + 1:])])
            for text in simpler(specs[number], part, source):
                row = list(zip(prefix, texts))
                row[number] = (prefix[number], text)
                found.append(row)
        calls = [", ".join(before + text for before, text in row) for row in found]
        weight = lambda text: (len(text), sum(map(ord, text)))
        return sorted({text for text in calls if weight(text) < weight(call)}, key=weight)[:120]

    def goes_by_position(self, number, before, parameter):
        """May the argument stand without its name?"""
        is_next = number < len(self.parameters) and parameter is self.parameters[number]
        return is_next and not any(before) and parameter.kind is parameter.kind.POSITIONAL_OR_KEYWORD

    def parameter_of(self, number, name):
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        if name is None and self.parameters:
            rest = [parameter for parameter in self.parameters if parameter.kind is parameter.kind.VAR_POSITIONAL]
            return self.parameters[number] if number < len(self.parameters) else rest[0] if rest else None
        return None

    def spec_of(self, number, name):
        parameter = self.parameter_of(number, name)
        return parameter.spec if parameter else ANY


def simpler(spec, node, source):
    """Texts of simpler values than the node's."""
    if isinstance(node, ast.NamedExpr):
        return [f"({node.target.id} := {text})" for text in simpler(spec, node.value, source)]
    if spec[0] in ("literal", "pattern", "path", "decimal", "date", "datetime", "time"):
        return []
    if spec[0] == "union":
        fitting = [part for part in spec[1] if fits(part, node)]
        return [text for part in fitting[:2] for text in simpler(part, node, source)]
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
        value = node.operand.value
        return [repr(value), *(f"-{text}" for text in simpler_constant(value))]
    if isinstance(node, ast.Constant):
        return simpler_constant(node.value)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return simpler_sequence(spec, node, source)
    if isinstance(node, ast.Dict) and spec[0] not in ("record",):
        rows = [f"{ast.get_source_segment(source, key)}: {ast.get_source_segment(source, value)}" for key, value in zip(node.keys, node.values) if key]
        return ["{" + ", ".join(rows[:at] + rows[at + 1:]) + "}" for at in range(len(rows))]
    if isinstance(node, ast.Call) and node.args:
        inner = node.args[0]
        before = ast.get_source_segment(source, node)
        part = ast.get_source_segment(source, inner)
        wanted = spec[1] if spec[0] in ("iterator", "wrapped") else ANY
        inside = ("list", wanted) if spec[0] == "iterator" else wanted
        is_free = spec[0] in ("iterator", "wrapped", "object", "any")
        return [before.replace(part, text, 1) for text in simpler(inside, inner, source)] if is_free else []
    return []


def fits(spec, node):
    kinds = {"int": int, "float": float, "str": str, "bytes": bytes, "bool": bool}
    value = node.operand if isinstance(node, ast.UnaryOp) else node
    if isinstance(value, ast.Constant):
        return spec[0] == "any" or type(value.value) is kinds.get(spec[0])
    shapes = {"list": ast.List, "tuple": ast.Tuple, "tupleof": ast.Tuple, "set": ast.Set, "dict": ast.Dict}
    return spec[0] == "any" or isinstance(value, shapes.get(spec[0], ast.Call))


def simpler_constant(value):
    if type(value) is int:
        return [literal(part) for part in dict.fromkeys([0, 1, 2, value // 10, value // 2, value - 1]) if abs(part) < abs(value)]
    if type(value) is float:
        found = [0.0, 1.0, float(round(value)) if abs(value) < 1e15 else value, value / 2, round(value, 1) if abs(value) < 1e15 else value]
        return [literal(part) for part in dict.fromkeys(found) if len(literal(part)) <= len(literal(value)) and part != value]
    if isinstance(value, (str, bytes)):
        size = len(value)
        parts = [value[: size // 2], value[size // 2:], *(value[:at] + value[at + 1:] for at in range(min(size, 40)))]
        plain = [value[:at] + (value[:0] + ("a" if isinstance(value, str) else b"a")) + value[at + 1:] for at in range(min(size, 20))]
        return [repr(part) for part in dict.fromkeys(parts + plain) if part != value]
    return []


def simpler_sequence(spec, node, source):
    parts = [ast.get_source_segment(source, part) for part in node.elts]
    shape = {ast.List: ("[", "]"), ast.Tuple: ("(", ")"), ast.Set: ("{", "}")}[type(node)]

    def text(parts):
        if isinstance(node, ast.Set) and not parts:
            return "set()"
        comma = "," if isinstance(node, ast.Tuple) and len(parts) == 1 else ""
        return shape[0] + ", ".join(parts) + comma + shape[1]

    found = []
    if spec[0] != "tuple":
        half = len(parts) // 2
        found += [text(parts[:half]), text(parts[half:])] if half else []
        found += [text(parts[:at] + parts[at + 1:]) for at in range(min(len(parts), 30))]
    for at, part in enumerate(node.elts[:20]):
        inner = spec[1][at] if spec[0] == "tuple" and at < len(spec[1]) else spec[1] if spec[0] in ("list", "tupleof", "set") else ANY
        found += [text(parts[:at] + [other] + parts[at + 1:]) for other in simpler(inner, part, source)]
    return found


def derived(ints):
    """What arithmetic makes of the numbers of the source."""
    found = []
    small = ints[:14]
    for a in small:
        if a > 1 and math.isqrt(a) ** 2 == a:
            found.append(math.isqrt(a))
        for b in small:
            found += [a + b, a - b, a * b]
            if 0 <= b < 64:
                found.append(a << b)
            if b:
                found.append(a // b)
    return [value for value in dict.fromkeys(found) if value not in ints and abs(value) < 10**30]


def matching(pattern, chooser):
    """Texts that a pattern could match, made by a simple reading of it."""
    try:
        import re._parser as parser
    except ImportError:
        import sre_parse as parser
    try:
        tree = parser.parse(pattern)
    except Exception:
        return []
    found = []
    for _ in range(6):
        try:
            found.append("".join(match_of(tree, chooser, 0)))
        except Exception:
            break
    return [text for text in dict.fromkeys(found) if len(text) <= 60]


def match_of(tree, chooser, depth):
    for name, value in tree:
        name = str(name)
        if name == "LITERAL":
            yield chr(value)
        elif name == "NOT_LITERAL":
            yield "a" if value != 97 else "b"
        elif name == "ANY":
            yield chooser.choice("ax1 ")
        elif name == "IN":
            yield of_set(value, chooser)
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            low, high, inner = value
            for _ in range(chooser.randint(low, max(low, min(int(high), low + 2)))):
                yield from match_of(inner, chooser, depth + 1)
        elif name == "SUBPATTERN":
            yield from match_of(value[-1], chooser, depth + 1)
        elif name == "BRANCH":
            yield from match_of(chooser.choice(value[1]), chooser, depth + 1)
        elif name == "ATOMIC_GROUP":
            yield from match_of(value, chooser, depth + 1)


def of_set(items, chooser):
    name, value = chooser.choice(items)
    name = str(name)
    if name == "NEGATE":
        return chooser.choice("a1 -")
    if name == "LITERAL":
        return chr(value)
    if name == "RANGE":
        return chr(chooser.randint(*value))
    return {"CATEGORY_DIGIT": "7", "CATEGORY_WORD": "w", "CATEGORY_SPACE": " "}.get(str(value), "x")
