# What loading runs, so that it can be told whether both versions run the same.
#
# Objects hide state, and code outside keeps things for itself: what two loads left behind is the same for sure only if
# they ran the same code on the same values. So each statement of a top level is told apart from others by all that runs
# of it while it is loaded (bodies of functions that nobody called do not); a statement that only one version has must be
# of a kind that does nothing but bind names, and nothing else that runs may look at these names.

import ast
import copy

CALLED = []
MOST_CALLED = 50_000
# Words of code that gets at names which it does not mention.
LOOKS_AROUND = {
    "globals", "locals", "vars", "dir", "eval", "exec", "__dict__", "getmembers", "modules", "__subclasses__", "getattr",
    "attrgetter", "_getframe", "currentframe", "get_objects", "get_type_hints", "signature", "stack", "__getattribute__",
    "setattr", "delattr", "__setattr__", "__delattr__",
}
# Words of code that may set a name which it does not mention.
SETS = {"globals", "locals", "vars", "__dict__", "setattr", "__setattr__", "eval", "exec", "modules", "__globals__", "f_globals", "patch"}
# Words of code that may tell what the annotations of its functions and classes are, itself or by the standard library.
READS_ANNOTATIONS = {
    "__annotations__", "get_type_hints", "get_annotations", "signature", "getfullargspec", "register", "__dict__", "getattr", "vars",
    "attrgetter", "getmembers", "inspect", "dataclass", "make_dataclass", "dataclasses", "singledispatch", "singledispatchmethod",
    "create_autospec", "mock", "pydoc", "doctest", "help",
}
MADE_PLAINLY = {"re.compile", "_struct.calcsize", "typing.TypeVar", "typing.ParamSpec", "builtins.frozenset", "builtins.object", "logging.getLogger", "typing.cast", "builtins.staticmethod", "builtins.classmethod"}
PLAIN_MEMBERS = {"builtins.staticmethod", "builtins.classmethod", "builtins.property", "abc.abstractmethod", "typing.overload"}
QUIET_MEMBERS = {"__slots__", "__doc__", "__all__", "__version__", "__match_args__", "__author__"}
HARMLESS = (
    ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.UnaryOp, ast.USub, ast.Load, ast.Name, ast.Attribute,
)
IN_ANNOTATIONS = (*HARMLESS, ast.Subscript, ast.BinOp, ast.BitOr)
IN_TESTS = (*HARMLESS, ast.Compare, ast.cmpop, ast.BoolOp, ast.boolop, ast.unaryop)


def note_call(frame, event, argument):
    code = frame.f_code
    # Bodies of modules and classes are no functions.
    if event == "call" and code.co_flags & inspect.CO_OPTIMIZED:
        if len(CALLED) < MOST_CALLED and is_own_place(code.co_filename):
            CALLED.append(code)
    elif event in ("call", "return") and code.co_name == "<module>" and is_checking() and is_own_place(code.co_filename):
        CHECKING.append(code.co_filename)


CHECKING = []
"""Modules that ran, in part, while the interpreter passed for a type checker."""


def is_checking():
    typing = sys.modules.get("typing")
    return typing is not None and vars(typing).get(CHECKS, False) is not False


@functools.lru_cache(None)
def is_own_place(file):
    return is_beneath(file, own_roots) if os.path.isabs(file) else False


class Bare(ast.NodeTransformer):
    """Leaves out what does not run."""

    def __init__(self, is_for_checkers):
        self.is_for_checkers = is_for_checkers

    def visit_If(self, node):
        self.generic_visit(node)
        node.body = [] if self.is_for_checkers(node.test) else node.body
        return node

    def visit_FunctionDef(self, node):
        node.body = []
        return self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        return node

    def visit_ClassDef(self, node):
        self.generic_visit(node)
        if node.body and is_text(node.body[0]):
            node.body = node.body[1:]
        return node


def is_text(stmt):
    return isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant) and isinstance(stmt.value.value, str)


class Statements:
    """The statements of one module. `skips`: what stands there for type checkers alone is known not to run. `bares`: nobody
    reads annotations."""

    def __init__(self, name, module, skips, bares):
        self.namespace, self.bares = vars(module), bares
        tree = source_tree(name)
        self.lazy = any(isinstance(stmt, ast.ImportFrom) and stmt.module == "__future__" and any(alias.name == "annotations" for alias in stmt.names) for stmt in tree.body)
        self.bindings = bindings_of(tree)
        bare = Bare(self.is_for_checkers if skips else lambda test: False)
        left = [bare.visit(stmt) for stmt in tree.body if not is_text(stmt)]
        self.rows = [self.row(stmt) for stmt in left if not isinstance(stmt, ast.If) or stmt.body or stmt.orelse]

    def is_for_checkers(self, test):
        """Is it `TYPE_CHECKING`, as `typing` has it?"""
        if isinstance(test, ast.Name):
            return test.id == CHECKS and self.bindings[CHECKS] + self.bindings["*"] == 1 and self.namespace.get(CHECKS) is False
        of_typing = isinstance(test, ast.Attribute) and test.attr == CHECKS and isinstance(test.value, ast.Name)
        return of_typing and self.bindings[test.value.id] + self.bindings["*"] == 1 and self.namespace.get(test.value.id) is sys.modules.get("typing")

    def row(self, stmt):
        """What it is, whether it does nothing but bind, what it binds, which names and which members it mentions, and what
        it imports under which name."""
        is_harmless, text, stmt = self.is_harmless(stmt), self.told(stmt), self.bare(stmt)
        bound, names, members, imports = set(), set(), set(), []
        lists_names = is_list_of_names(stmt)
        is_plain_import = isinstance(stmt, ast.ImportFrom)
        for part in ast.walk(stmt):
            if isinstance(part, ast.Name):
                (names if isinstance(part.ctx, ast.Load) else bound).add(part.id)
            elif isinstance(part, ast.Attribute):
                members.add(part.attr)
            elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                bound.add(part.name)
            elif isinstance(part, ast.alias):
                bound.add((part.asname or part.name).split(".")[0])
                # An import that may fail tells whether there is such a name.
                members.update(() if is_plain_import or isinstance(stmt, ast.Import) else part.name.split("."))
                imports.append([part.name.split(".")[-1], part.asname or part.name])
            elif isinstance(part, ast.Constant) and isinstance(part.value, str):
                (bound if lists_names else members).update(WORD.findall(part.value))
            elif isinstance(part, (ast.AugAssign, ast.Delete)):
                # What it was before counts.
                targets = [part.target] if isinstance(part, ast.AugAssign) else part.targets
                names.update(name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))
        return [text, is_harmless, sorted(bound), sorted(names), sorted(members), imports]

    def bare(self, stmt):
        """Without annotations, where they do not count."""
        found = annotations_of(stmt)
        is_plain = isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef)) or (isinstance(stmt, ast.ClassDef) and self.is_made_of_members(stmt))
        counts = not self.bares or not found or not is_plain or not self.is_harmless(stmt)
        return stmt if counts or not (self.lazy or all(map(self.is_type, found))) else Unannotated().visit(copy.deepcopy(stmt))

    def is_made_of_members(self, stmt):
        """Does nothing that makes the class look at its annotations? A named tuple is another class than the base says."""
        made = self.namespace.get(stmt.name)
        bases = [base.value if isinstance(base, ast.Subscript) else base for base in stmt.bases]
        is_class = isinstance(made, type) and type(made) in (type, abc.ABCMeta) and self.bindings[stmt.name] == 1
        return is_class and all(self.found_at(base) in made.__mro__ for base in bases)

    def told(self, stmt):
        """The statement as text. Annotations are left out where nobody reads them and they only put types together."""
        bare = self.bare(stmt)
        return ast.dump(bare) + ("lazy" if self.lazy and annotations_of(bare) else "")

    def is_type(self, expr):
        """Does evaluating it put types together, and no more?"""
        if isinstance(expr, ast.Constant):
            return True
        if isinstance(expr, (ast.Name, ast.Attribute)):
            return self.is_form(expr)
        if isinstance(expr, (ast.Tuple, ast.List)):
            return all(map(self.is_type, expr.elts))
        if isinstance(expr, ast.Subscript):
            return isinstance(expr.value, (ast.Name, ast.Attribute)) and self.is_type(expr.value) and self.is_type(index_of(expr))
        return isinstance(expr, ast.BinOp) and isinstance(expr.op, ast.BitOr) and self.is_type(expr.left) and self.is_type(expr.right)

    def found_at(self, expr):
        """What a name bound once, or what a module outside has under a path, stands for; or nothing."""
        first = expr
        while isinstance(first, ast.Attribute):
            first = first.value
        if not isinstance(first, ast.Name) or self.bindings[first.id] + self.bindings["*"] > 1:
            return None
        found = self.namespace.get(first.id, vars(builtins).get(first.id))
        for name in ast.unparse(expr).split(".")[1:]:
            found = vars(found).get(name) if type(found) is types.ModuleType and found.__name__ not in own_modules() else None
        return found

    def is_form(self, expr):
        """Does the name stand, all of the time, for a class without a metaclass of its own, or for what `typing` has?"""
        found = self.found_at(expr)
        kind = type(found)
        is_class = issubclass(kind, type) and (kind in (type, abc.ABCMeta) or kind.__module__ == "typing")
        return is_class or kind.__module__ == "typing" or kind in (types.GenericAlias, getattr(types, "UnionType", types.GenericAlias))

    def is_harmless(self, stmt):
        if isinstance(stmt, (ast.Import, ast.ImportFrom, ast.Pass)):
            return True
        if isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return all(self.path_of(expr) == "typing.overload" for expr in stmt.decorator_list) and self.is_plain_signature(stmt)
        if isinstance(stmt, ast.ClassDef):
            return self.is_plain_class(stmt)
        if isinstance(stmt, ast.Assign):
            return all(isinstance(target, ast.Name) for target in stmt.targets) and self.is_plain_value(stmt.value)
        if isinstance(stmt, ast.AnnAssign):
            fine = isinstance(stmt.target, ast.Name) and self.is_plain_annotation(stmt.annotation)
            return fine and (stmt.value is None or self.is_plain_value(stmt.value))
        if isinstance(stmt, ast.If):
            return only(stmt.test, IN_TESTS) and all(map(self.is_harmless, stmt.body + stmt.orelse))
        if isinstance(stmt, ast.Try):
            bodies = [*stmt.body, *stmt.orelse, *stmt.finalbody, *(part for handler in stmt.handlers for part in handler.body)]
            return all(map(self.is_harmless, bodies)) and all(handler.type is None or only(handler.type, HARMLESS) for handler in stmt.handlers)
        return False

    def is_plain_value(self, value):
        if isinstance(value, ast.Call):
            given = [*value.args, *(keyword.value for keyword in value.keywords)]
            return self.path_of(value.func) in MADE_PLAINLY and all(self.is_type(part) or only(part, (*HARMLESS, ast.BinOp, ast.BitOr)) for part in given)
        if isinstance(value, (ast.Subscript, ast.BinOp)):
            return self.is_type(value)
        return only(value, HARMLESS) and not any(isinstance(key, ast.Name) for part in ast.walk(value) if isinstance(part, (ast.Dict, ast.Set)) for key in getattr(part, "keys", getattr(part, "elts", ())))

    def is_plain_annotation(self, annotation):
        if annotation is None or self.lazy or only(annotation, HARMLESS):
            return True
        # What looks like a type may be a table that remembers what it was asked for.
        return only(annotation, IN_ANNOTATIONS) and all(self.is_type(part) for part in ast.walk(annotation) if isinstance(part, (ast.Subscript, ast.BinOp)))

    def is_plain_signature(self, stmt):
        arguments = stmt.args
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        annotations = [argument.annotation for argument in named if argument is not None] + [stmt.returns]
        defaults = [*arguments.defaults, *(default for default in arguments.kw_defaults if default is not None)]
        return all(map(self.is_plain_annotation, annotations)) and all(map(self.is_plain_value, defaults))

    def is_plain_class(self, stmt):
        """Is it made without a word from anybody else?"""
        made = self.namespace.get(stmt.name)
        if stmt.decorator_list or stmt.keywords or not isinstance(made, type) or (type(made) not in (type, abc.ABCMeta) and type(made).__module__ != "typing"):
            return False
        if not all(only(base, (*IN_ANNOTATIONS,)) for base in stmt.bases):
            return False
        if any(isinstance(member, ast.FunctionDef) and member.name in ("__subclasshook__", "__instancecheck__", "__subclasscheck__") for member in stmt.body):
            return False
        # Who is told of it, and of its members?
        if any("__init_subclass__" in vars(base) for base in made.__mro__[:-1] if base.__module__ != "typing"):
            return False
        if any(type(value).__module__ in own_modules() for value in vars(made).values()):
            return False
        return all(map(self.is_plain_member, stmt.body))

    def is_plain_member(self, stmt):
        # Operators ask for these without a word.
        targets = stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target] if isinstance(stmt, ast.AnnAssign) and stmt.value else []
        if any(isinstance(target, ast.Name) and target.id.startswith("__") and target.id not in QUIET_MEMBERS for target in targets):
            return False
        if isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return all(self.path_of(expr) in PLAIN_MEMBERS for expr in stmt.decorator_list) and self.is_plain_signature(stmt)
        return is_text(stmt) or (isinstance(stmt, (ast.Pass, ast.Assign, ast.AnnAssign)) and self.is_harmless(stmt))

    def path_of(self, expr):
        """The path of the class or function outside that the expression stands for, all of the time."""
        first = expr.value if isinstance(expr, ast.Attribute) else expr
        if isinstance(first, ast.Name) and self.bindings[first.id] + self.bindings["*"] > 1:
            return None
        if isinstance(expr, ast.Name):
            found = self.namespace.get(expr.id, vars(builtins).get(expr.id))
        elif isinstance(expr, ast.Attribute) and isinstance(expr.value, ast.Name):
            owner = self.namespace.get(expr.value.id)
            found = vars(owner).get(expr.attr) if type(owner) is types.ModuleType else None
        else:
            return None
        if type(found) not in (type, types.FunctionType, types.BuiltinFunctionType) and not issubclass(type(found), type):
            return None
        path = f"{found.__module__}.{found.__qualname__}"
        there = sys.modules.get(found.__module__)
        return path if there is not None and found.__module__ not in own_modules() and vars(there).get(found.__qualname__) is found else None


def annotations_of(stmt):
    found = [part.annotation for part in ast.walk(stmt) if isinstance(part, (ast.arg, ast.AnnAssign)) and part.annotation is not None]
    return found + [part.returns for part in ast.walk(stmt) if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)) and part.returns is not None]


class Unannotated(ast.NodeTransformer):
    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_FunctionDef(self, node):
        node.returns = None
        return self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_AnnAssign(self, node):
        return ast.Assign(targets=[node.target], value=node.value) if node.value is not None else None


CHECKS = "TYPE_CHECKING"


def bindings_of(tree):
    """How often each name is bound anywhere in it."""
    found = collections.Counter()
    for part in ast.walk(tree):
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            found[part.id] += 1
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found[part.name] += 1
        elif isinstance(part, ast.alias):
            found[(part.asname or part.name).split(".")[0]] += 1
        elif isinstance(part, (ast.Global, ast.Nonlocal)):
            found.update(part.names)
        elif isinstance(part, ast.ExceptHandler) and part.name:
            found[part.name] += 1
        elif hasattr(ast, "MatchAs") and isinstance(part, (ast.MatchAs, ast.MatchStar)) and part.name:
            found[part.name] += 1
    return found


def index_of(expr):
    return getattr(expr.slice, "value", expr.slice) if type(expr.slice).__name__ == "Index" else expr.slice


def checks_are_left_alone(tree):
    """Does nothing in the module set `TYPE_CHECKING`, or speak of it but to test it?"""
    tests = {id(part) for stmt in ast.walk(tree) if isinstance(stmt, ast.If) for part in ast.walk(stmt.test)}
    for part in ast.walk(tree):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and CHECKS in part.value:
            return False
        is_it = (isinstance(part, ast.Name) and part.id == CHECKS) or (isinstance(part, ast.Attribute) and part.attr == CHECKS)
        if is_it and id(part) not in tests:
            return False
        if isinstance(part, ast.alias) and part.name == CHECKS and part.asname not in (None, CHECKS):
            return False
        if isinstance(part, ast.ImportFrom) and part.module != "typing" and any(alias.name == CHECKS for alias in part.names):
            return False
    return True


def only(expr, kinds):
    return all(isinstance(part, kinds) for part in ast.walk(expr))


def is_list_of_names(stmt):
    return isinstance(stmt, (ast.Assign, ast.AugAssign)) and any(isinstance(part, ast.Name) and part.id == "__all__" for part in ast.walk(stmt))


def what_loading_ran():
    """For each module in the order of loading its statements, and the functions that were called."""
    own = own_modules()
    files = {os.path.realpath(own_file(name)): name for name in own if own_file(name)}
    called = {}
    for code in CALLED:
        if code not in called:
            called[code] = row_of_code(code, files)
    if len(CALLED) >= MOST_CALLED or any(name in own and not own_file(name) for name in sys.modules):
        return None
    found = [(name, module) for name, module in sys.modules.items() if name in own]
    read = lambda skips, bares: [(name, Statements(name, module, skips, bares)) for name, module in found]
    statements = read(False, False)
    words = {word for _, one in statements for row in one.rows for word in [*row[3], *row[4], *(name for name, _ in row[5])]}
    words = words.union(*(row[4] + row[5] for row in called.values()))
    source_tree.cache_clear()
    skips = not CHECKING and not words & SETS and all(checks_are_left_alone(source_tree(name)) for name, _ in found)
    statements = read(skips, is_standard_outside() and not words & READS_ANNOTATIONS)
    modules = [[name, one.rows] for name, one in statements]
    # Each of them once with what it says; then only in which order.
    known = {}
    order = [known.setdefault(tuple(called[code][:3]), len(known)) for code in CALLED]
    rows = {tuple(row[:3]): row for row in called.values()}
    return {"modules": modules, "functions": [rows[key] for key in known], "order": order, "around": sorted(LOOKS_AROUND)}


def is_standard_outside():
    """Is all that was loaded besides the standard library?"""
    standard = getattr(sys, "stdlib_module_names", ())
    own = own_modules()
    return all(name.split(".")[0] in standard or name in own or name in there_before for name in sys.modules)


def row_of_code(code, files):
    """Where a function stands, what it is, the globals that it names, and all else that it mentions."""
    names, members = set(), set()
    for part in codes(code):
        members.update(word for value in part.co_consts for word in words_in(value))
        for instruction in dis.get_instructions(part):
            if instruction.opcode in dis.hasname:
                is_global = instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL")
                (names if is_global else members).update(str(instruction.argval).split("."))
    module = files.get(os.path.realpath(code.co_filename), "")
    if not module:
        members |= names
    name = code.co_qualname if hasattr(code, "co_qualname") else code.co_name
    return [placeless(code.co_filename), name, str(hash(repr(told_code(code)))), module, sorted(names), sorted(members)]


def words_in(value):
    found = set()
    add_words(value, found)
    return found
