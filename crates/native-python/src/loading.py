# What loading runs, so that it can be told whether both versions run the same.
#
# Objects hide state, and code outside keeps things for itself: what two loads left behind is the same for sure only if
# they ran the same code on the same values. So each statement of a top level is told apart from others by all that runs
# of it while it is loaded (bodies of functions that nobody called do not); a statement that only one version has must be
# of a kind that does nothing but bind names, and nothing else that runs may look at these names.

import ast

CALLED = []
MOST_CALLED = 50_000
# Words of code that gets at names which it does not mention.
LOOKS_AROUND = {
    "globals", "locals", "vars", "dir", "eval", "exec", "__dict__", "getmembers", "modules", "__subclasses__", "getattr",
    "attrgetter", "_getframe", "currentframe", "get_objects", "get_type_hints", "signature", "stack", "__getattribute__",
}
MADE_PLAINLY = {"re.compile", "_struct.calcsize", "typing.TypeVar", "typing.ParamSpec", "builtins.frozenset", "builtins.object", "logging.getLogger"}
PLAIN_MEMBERS = {"builtins.staticmethod", "builtins.classmethod", "builtins.property", "abc.abstractmethod", "typing.overload"}
HARMLESS = (
    ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.UnaryOp, ast.USub, ast.Load, ast.Name, ast.Attribute,
)
IN_ANNOTATIONS = (*HARMLESS, ast.Subscript, ast.BinOp, ast.BitOr)
IN_TESTS = (*HARMLESS, ast.Compare, ast.cmpop, ast.BoolOp, ast.boolop, ast.unaryop)


def note_call(frame, event, argument):
    code = frame.f_code
    # Bodies of modules and classes are no functions.
    if event == "call" and code.co_flags & inspect.CO_OPTIMIZED and len(CALLED) < MOST_CALLED and is_own_place(code.co_filename):
        CALLED.append(code)


@functools.lru_cache(None)
def is_own_place(file):
    return is_beneath(file, own_roots) if os.path.isabs(file) else False


class Bare(ast.NodeTransformer):
    """Leaves out what does not run."""

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
    """The statements of one module."""

    def __init__(self, name, module):
        self.namespace = vars(module)
        tree = source_tree(name)
        self.lazy = any(isinstance(stmt, ast.ImportFrom) and stmt.module == "__future__" and any(alias.name == "annotations" for alias in stmt.names) for stmt in tree.body)
        self.rows = [self.row(Bare().visit(stmt)) for stmt in tree.body if not is_text(stmt)]

    def row(self, stmt):
        """What it is, what it binds, what it mentions, and whether it does nothing but bind."""
        bound, mentioned = set(), set()
        lists_names = is_list_of_names(stmt)
        for part in ast.walk(stmt):
            if isinstance(part, ast.Name):
                (mentioned if isinstance(part.ctx, ast.Load) else bound).add(part.id)
            elif isinstance(part, ast.Attribute):
                mentioned.add(part.attr)
            elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                bound.add(part.name)
            elif isinstance(part, ast.alias):
                bound.add((part.asname or part.name).split(".")[0])
                # Under another name it is what it was.
                mentioned.update(part.name.split(".") if part.asname not in (None, part.name) else ())
            elif isinstance(part, ast.Constant) and isinstance(part.value, str) and not lists_names:
                mentioned.update(WORD.findall(part.value))
        return [ast.dump(stmt), self.is_harmless(stmt), sorted(bound), sorted(mentioned)]

    def is_harmless(self, stmt):
        if isinstance(stmt, (ast.Import, ast.ImportFrom, ast.Pass)):
            return True
        if isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return not stmt.decorator_list and self.is_plain_signature(stmt)
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
            return self.path_of(value.func) in MADE_PLAINLY and all(only(part, (*HARMLESS, ast.BinOp, ast.BitOr)) for part in given)
        return only(value, HARMLESS) and not any(isinstance(key, ast.Name) for part in ast.walk(value) if isinstance(part, (ast.Dict, ast.Set)) for key in getattr(part, "keys", getattr(part, "elts", ())))

    def is_plain_annotation(self, annotation):
        return annotation is None or self.lazy or only(annotation, IN_ANNOTATIONS)

    def is_plain_signature(self, stmt):
        arguments = stmt.args
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        annotations = [argument.annotation for argument in named if argument is not None] + [stmt.returns]
        defaults = [*arguments.defaults, *(default for default in arguments.kw_defaults if default is not None)]
        return all(map(self.is_plain_annotation, annotations)) and all(map(self.is_plain_value, defaults))

    def is_plain_class(self, stmt):
        """Is it made without a word from anybody else?"""
        made = self.namespace.get(stmt.name)
        if stmt.decorator_list or stmt.keywords or not isinstance(made, type) or type(made) not in (type, abc.ABCMeta):
            return False
        if not all(only(base, (*IN_ANNOTATIONS,)) for base in stmt.bases):
            return False
        if any(isinstance(member, ast.FunctionDef) and member.name in ("__subclasshook__", "__instancecheck__", "__subclasscheck__") for member in stmt.body):
            return False
        # Who is told of it, and of its members?
        if any("__init_subclass__" in vars(base) for base in made.__mro__[:-1]):
            return False
        if any(type(value).__module__ in own_modules() for value in vars(made).values()):
            return False
        return all(map(self.is_plain_member, stmt.body))

    def is_plain_member(self, stmt):
        if isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return all(self.path_of(expr) in PLAIN_MEMBERS for expr in stmt.decorator_list) and self.is_plain_signature(stmt)
        return is_text(stmt) or (isinstance(stmt, (ast.Pass, ast.Assign, ast.AnnAssign)) and self.is_harmless(stmt))

    def path_of(self, expr):
        """The path of the class or function outside that the expression stands for by now."""
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


def only(expr, kinds):
    return all(isinstance(part, kinds) for part in ast.walk(expr))


def is_list_of_names(stmt):
    return isinstance(stmt, (ast.Assign, ast.AugAssign)) and any(isinstance(part, ast.Name) and part.id == "__all__" for part in ast.walk(stmt))


def what_loading_ran():
    """For each module in the order of loading its statements, and the functions that were called."""
    own = own_modules()
    modules = [[name, Statements(name, module).rows] for name, module in sys.modules.items() if name in own and own_file(name)]
    called = []
    for code in CALLED:
        words = sorted({name for part in codes(code) for name in part.co_names})
        texts = {word for part in codes(code) for value in part.co_consts if isinstance(value, str) for word in WORD.findall(value)}
        called.append([placeless(code.co_filename), code.co_qualname if hasattr(code, "co_qualname") else code.co_name, str(hash(repr(told_code(code)))), sorted({*words, *texts})])
    if len(CALLED) >= MOST_CALLED or any(name in own and not own_file(name) for name in sys.modules):
        return None
    # Each of them once with what it says; then only in which order.
    known = {}
    order = [known.setdefault((row[0], row[1], row[2]), len(known)) for row in called]
    rows = {key: row for key, row in ((tuple(row[:3]), row) for row in called)}
    return {"modules": modules, "functions": [rows[key] for key in known], "order": order, "around": sorted(LOOKS_AROUND)}
