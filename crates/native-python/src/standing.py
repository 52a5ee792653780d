# What the names of the version's own modules hold once all is loaded, in terms of the source.
#
# A name holds a function or class that stands in the source as it was defined, something that another module has, a
# value that can be written down, or a value of which only the graph tells more. A function or class that is not just
# what its definition says (a wrapper, a patched class, a default that was bound to something else) is such a value.

import ast

OF_THE_SYSTEM = OF_ITS_FILE | {"__name__", "__package__", "__annotations__"}
MOST_TEXT = 20_000
PLAIN_DECORATORS = {"dataclass", "total_ordering", "final", "runtime_checkable", "unique"}
MADE_BY_CLASSES = {
    "__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__annotations__", "__abstractmethods__", "_abc_impl",
    "__orig_bases__", "__parameters__", "__hash__", "__match_args__", "__slots__", "__firstlineno__", "__static_attributes__",
    "__protocol_attrs__", "_is_protocol", "_is_runtime_protocol", "__non_callable_proto_members__", "__init__", "__subclasshook__",
}


class Unwritten(Exception):
    """It cannot be written down."""


def held_by_names(heap):
    modules = {name: Names(name, module) for name, module in sorted(own_modules().items())}
    holders = holders_of(heap, modules)
    return {name: names.rows(holders) for name, names in modules.items()}


def holders_of(heap, modules):
    """How many objects hold an object, apart from functions that name it and names that an import binds."""
    count = collections.Counter()
    for key, parts in heap.later:
        left = 0
        for value in parts.held:
            if left:
                left -= 1
            elif parts.told[0] == "function" and type(value) is str and value in ("global", "builtin"):
                left = 2
            else:
                count[id(value)] += 1
        names = modules.get(parts.told[1]) if parts.flags & IS_MODULE else None
        for name, value in (parts.members or {}).items():
            count[id(value)] += 0 if names is not None and name in names.imports else 1
    return count


class Names:
    """The names of one module."""

    def __init__(self, name, module):
        self.name, self.module, self.holders = name, module, {}
        self.namespace = vars(module)
        self.file = getattr(module, "__file__", None) or ""
        try:
            with open(self.file, "rb") as source:
                self.tree = ast.parse(source.read())
        except (OSError, SyntaxError, ValueError):
            self.tree = ast.Module(body=[], type_ignores=[])
        self.definitions, self.imports, self.bound = {}, {}, collections.Counter()
        self.look(self.tree.body)

    def look(self, body):
        """Goes through the statements of the top level, whatever is around them."""
        for stmt in body:
            if isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.bound[stmt.name] += 1
                self.definitions.setdefault(stmt.name, []).append(stmt)
                for part in ast.walk(stmt):
                    # A class body may say that a name is global.
                    if isinstance(part, ast.Global):
                        self.bound.update(part.names)
                    elif isinstance(part, ast.NamedExpr):
                        self.bound[part.target.id] += 1
            elif isinstance(stmt, (ast.Import, ast.ImportFrom)):
                for alias in stmt.names:
                    bound = (alias.asname or alias.name).split(".")[0]
                    self.bound[bound] += 1
                    self.imports.setdefault(bound, []).append((stmt, alias))
            else:
                for part in ast.walk(stmt):
                    if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
                        self.bound[part.id] += 1
                    elif isinstance(part, (ast.MatchAs, ast.MatchStar)) and part.name:
                        self.bound[part.name] += 1
                    elif isinstance(part, ast.ExceptHandler) and part.name:
                        self.bound[part.name] += 1
                for field in ("body", "orelse", "finalbody"):
                    self.look(getattr(stmt, field, None) or [])
                for part in [*getattr(stmt, "handlers", ()), *getattr(stmt, "cases", ())]:
                    self.look(part.body)

    def rows(self, holders):
        self.holders = holders
        names = sorted(name for name in self.namespace if type(name) is str and name not in OF_THE_SYSTEM)
        return [[name, *self.row(name, self.namespace[name])] for name in names]

    def row(self, name, value):
        kind = type(value)
        imported = self.imported(name, value)
        if imported is not None:
            return imported
        try:
            if name not in self.imports or kind in ATOMS:
                return ["literal", self.text(value)]
        except Unwritten:
            pass
        if issubclass(kind, types.ModuleType):
            return ["module", value.__name__] if sys.modules.get(value.__name__) is value else ["value"]
        if kind is types.FunctionType or issubclass(kind, type):
            return self.definition(name, value)
        return ["value"]

    def imported(self, name, value):
        """The import that gives the value, if one of the source does."""
        if self.bound[name] == 1 and name in self.imports and self.imports[name][0][0] in self.tree.body:
            stmt, alias = self.imports[name][0]
            path = (alias.name if alias.asname else alias.name.split(".")[0]) if isinstance(stmt, ast.Import) else None
            if path is not None and sys.modules.get(path) is value:
                return ["import"]
        for stmt, alias in self.imports.get(name, ()):
            if isinstance(stmt, ast.ImportFrom):
                package = self.namespace.get("__package__") or ""
                outer = package.rsplit(".", stmt.level - 1)[0] if stmt.level > 1 else package
                path = (f"{outer}.{stmt.module}" if stmt.module else outer) if stmt.level else stmt.module
                if vars(sys.modules.get(path, types)).get(alias.name, builtins) is value:
                    is_plain = self.bound[name] == 1 and stmt in self.tree.body
                    return ["import"] if is_plain else ["from", path, alias.name]
        return None

    def text(self, value):
        text = literal_text(value, self.holders)
        if len(text) > MOST_TEXT:
            raise Unwritten
        return text

    # Definitions.

    def definition(self, name, value):
        of = getattr(value, "__module__", None)
        own = value.__name__
        if of != self.name:
            there = sys.modules.get(of)
            is_there = type(of) is str and there is not None and vars(there).get(own, sys) is value
            return ["from", of, own] if is_there else ["value"]
        if own != name and self.namespace.get(own, sys) is value:
            return ["alias", own]
        found = [stmt for stmt in self.definitions.get(name, ()) if self.is_standing(stmt, value)]
        return ["defined", first_line(found[-1]), self.defaults(found[-1], value)] if len(found) == 1 else ["value"]

    def is_standing(self, stmt, value):
        if isinstance(stmt, ast.ClassDef):
            return issubclass(type(value), type) and self.is_class(stmt, value, vars(value))
        return type(value) is types.FunctionType and self.is_function(stmt, value) and self.defaults(stmt, value) is not None

    def is_function(self, stmt, value):
        code = value.__code__
        is_here = os.path.realpath(code.co_filename) == os.path.realpath(self.file) and code.co_firstlineno == first_line(stmt)
        return is_here and code.co_name == stmt.name and not value.__closure__ and not vars(value) and value.__globals__ is self.namespace

    def defaults(self, stmt, value):
        """The texts of the defaults, where they can be written; nothing if one is not what the source says."""
        if isinstance(stmt, ast.ClassDef):
            return []
        pairs = list(zip(stmt.args.defaults, value.__defaults__ or ()))
        named = [row for row in zip(stmt.args.kwonlyargs, stmt.args.kw_defaults) if row[1] is not None]
        held = value.__kwdefaults__ or {}
        if len(pairs) != len(stmt.args.defaults) or len(value.__defaults__ or ()) != len(pairs) or {row[0].arg for row in named} != set(held):
            return None
        texts = []
        for expr, default in [*pairs, *((expr, held[argument.arg]) for argument, expr in named)]:
            try:
                texts.append(self.text(default))
            except Unwritten:
                if self.looked_up(expr) is not default:
                    return None
                texts.append(None)
        return texts

    def looked_up(self, expr):
        """What a path of names stands for now, if nothing but modules is on the way."""
        if isinstance(expr, ast.Name):
            return self.namespace.get(expr.id, vars(builtins).get(expr.id, Unwritten))
        if isinstance(expr, ast.Attribute):
            owner = self.looked_up(expr.value)
            return vars(owner).get(expr.attr, Unwritten) if type(owner) is types.ModuleType else Unwritten
        return Unwritten

    # Classes.

    def is_class(self, stmt, kind, members):
        if "_abc_impl" in members and _abc._get_dump(kind)[0]:
            return False
        if kind.__module__ != self.name or kind.__qualname__.rpartition(".")[2] != stmt.name:
            return False
        decorators = [expr.func if isinstance(expr, ast.Call) else expr for expr in stmt.decorator_list]
        if any(getattr(self.looked_up(expr), "__name__", "") not in PLAIN_DECORATORS or is_own_value(self.looked_up(expr)) for expr in decorators):
            return False
        return self.has_bases(stmt, kind) and self.has_members(stmt, kind, members)

    def has_bases(self, stmt, kind):
        found = []
        for expr in stmt.bases:
            base = self.looked_up(expr.value if isinstance(expr, ast.Subscript) else expr)
            found.append(getattr(base, "__origin__", base))
        bases = [base for base in kind.__bases__ if base is not object or object in found]
        if any(keyword.arg != "metaclass" for keyword in stmt.keywords):
            return False
        asked = [self.looked_up(keyword.value) for keyword in stmt.keywords]
        metaclass = asked[0] if asked else None
        is_made_by = type(kind) is metaclass if asked else type(kind) is type or any(type(base) is type(kind) for base in kind.__bases__)
        names = [expr.id for expr in stmt.bases if isinstance(expr, ast.Name)]
        return found == bases and is_made_by and all(self.is_fixed(name) for name in names)

    def is_fixed(self, name):
        """Is the name bound once, so that it stood for the same all the time?"""
        return self.bound[name] == 1 or (self.bound[name] == 0 and name in vars(builtins))

    def has_members(self, stmt, kind, members):
        is_enum = isinstance(kind, enum.EnumMeta)
        bound = collections.Counter()
        slots = members.get("__slots__", ())
        known = MADE_BY_CLASSES | {f"_{kind.__name__.lstrip('_')}{name}" if is_private(name) else name for name in ([slots] if type(slots) is str else slots)}
        for part in stmt.body:
            names, is_right = self.member(part, kind, members, is_enum)
            if not is_right:
                return False
            bound.update(names)
        if any(count > 1 and not all_accessors(stmt.body, name) and not self.is_overloaded(stmt.body, name) for name, count in bound.items()):
            return False
        extra = set(members) - set(bound) - known
        missing = {name for name in bound if name not in members} - known
        if is_enum:
            extra = {name for name in extra if not (name.startswith("_") and name.endswith("_"))}
        if stmt.decorator_list or type(kind) is not type:
            extra = {name for name in extra if not (name.startswith("__") and name.endswith("__"))}
        # A field of a dataclass that has a factory, or no default, is no member.
        is_dataclass = "__dataclass_fields__" in members
        return not extra and (not missing or (is_dataclass and missing <= set(members["__dataclass_fields__"])))

    def is_overloaded(self, body, name):
        """Are all definitions of that name but the last for type checkers only?"""
        found = [stmt for stmt in body if getattr(stmt, "name", None) == name]
        overload = getattr(sys.modules.get("typing"), "overload", Unwritten)
        return bool(found) and all(any(self.looked_up(expr) is overload for expr in stmt.decorator_list) for stmt in found[:-1])

    def member(self, stmt, kind, members, is_enum):
        """The names that a statement of a class body binds, and whether they are what it says."""
        if isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef)):
            name = mangled(kind, stmt.name)
            value = members.get(name)
            if isinstance(value, property):
                found = [function for function in (value.fget, value.fset, value.fdel) if type(function) is types.FunctionType]
                return [name], any(self.is_method(stmt, function) for function in found)
            if isinstance(value, (staticmethod, classmethod)):
                value = value.__func__
            if type(value) is types.FunctionType and self.is_method(stmt, value):
                return [name], True
            # What a decorator makes of it is looked at where it stands.
            return [name], bool(stmt.decorator_list) and all(self.is_settled_expr(expr, kind) for expr in stmt.decorator_list)
        if isinstance(stmt, ast.ClassDef):
            value = members.get(mangled(kind, stmt.name))
            return [mangled(kind, stmt.name)], issubclass(type(value), type) and self.is_class(stmt, value, vars(value))
        if isinstance(stmt, ast.Pass) or (isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)):
            return [], True
        if isinstance(stmt, ast.AnnAssign) and isinstance(stmt.target, ast.Name) and stmt.value is None:
            return [], True
        if isinstance(stmt, (ast.Assign, ast.AnnAssign)):
            targets = stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target]
            if not all(isinstance(target, ast.Name) for target in targets):
                return [], False
            names = [mangled(kind, target.id) for target in targets]
            return names, all(self.is_value(stmt.value, kind, members, name, is_enum) for name in names)
        return [], False

    def is_method(self, stmt, value):
        return self.is_function_of_class(stmt, value) and self.defaults(stmt, value) is not None and self.has_literal_defaults(stmt, value)

    def is_function_of_class(self, stmt, value):
        code = value.__code__
        is_here = os.path.realpath(code.co_filename) == os.path.realpath(self.file) and code.co_firstlineno == first_line(stmt)
        cells = code.co_freevars
        extra = {name for name in vars(value) if name != "__isabstractmethod__"}
        return is_here and cells in ((), ("__class__",)) and not extra and value.__globals__ is self.namespace

    def has_literal_defaults(self, stmt, value):
        """Defaults of methods stay as they are written: they must be what they were then."""
        named = [row for row in zip(stmt.args.kwonlyargs, stmt.args.kw_defaults) if row[1] is not None]
        held = value.__kwdefaults__ or {}
        for expr, default in [*zip(stmt.args.defaults, value.__defaults__ or ()), *((expr, held[argument.arg]) for argument, expr in named)]:
            try:
                known = ast.literal_eval(expr)
            except (ValueError, TypeError, SyntaxError):
                if not isinstance(expr, (ast.Name, ast.Attribute)) or not self.is_settled_expr(expr, None):
                    return False
                continue
            try:
                if literal_text(known, {}) != self.text(default):
                    return False
            except Unwritten:
                return False
        return True

    def is_value(self, expr, kind, members, name, is_enum):
        if name not in members:
            return "__dataclass_fields__" in members and self.is_settled_expr(expr, kind)
        value = members[name]
        if is_enum and isinstance(value, enum.Enum):
            value = value._value_
        try:
            known = ast.literal_eval(expr)
        except (ValueError, TypeError, SyntaxError):
            return self.is_settled_expr(expr, kind)
        try:
            return literal_text(known, {}) == literal_text(value, self.holders)
        except Unwritten:
            return is_enum

    def is_settled_expr(self, expr, kind):
        """Does it mention only names that never stood for anything else?"""
        names = {part.id for part in ast.walk(expr) if isinstance(part, ast.Name)}
        has_binders = any(isinstance(part, (ast.NamedExpr, ast.Await, ast.Yield)) for part in ast.walk(expr))
        return not has_binders and all(self.is_fixed(name) or (kind is not None and name in vars(kind)) for name in names)


def is_own_value(value):
    return getattr(value, "__module__", None) in own_modules()


def all_accessors(body, name):
    """Are the definitions of that name the getter and the setters of one property?"""
    found = [stmt for stmt in body if getattr(stmt, "name", None) == name]
    return len(found) > 1 and all(
        any(isinstance(expr, ast.Attribute) and isinstance(expr.value, ast.Name) and expr.value.id == name for expr in stmt.decorator_list) for stmt in found[1:]
    )


def is_private(name):
    return name.startswith("__") and not name.endswith("__")


def mangled(kind, name):
    return f"_{kind.__name__.lstrip('_')}{name}" if is_private(name) else name


def first_line(stmt):
    return min([stmt.lineno, *(expr.lineno for expr in stmt.decorator_list)])


def literal_text(value, holders, depth=0):
    """The value as an expression, if it is plain and nothing else holds a part of it that can change."""
    kind = type(value)
    if kind in (bool, int, str, bytes, type(None), type(Ellipsis)):
        if kind is str and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise Unwritten
        return repr(value)
    if kind is float and value - value == 0:
        return repr(value)
    if depth > 20 or holders.get(id(value), 0) > 1 and kind in (list, dict, set):
        raise Unwritten
    if kind is tuple:
        return "(" + "".join(literal_text(part, holders, depth + 1) + ", " for part in value) + ")"
    if kind is list:
        return "[" + ", ".join(literal_text(part, holders, depth + 1) for part in value) + "]"
    if kind is dict:
        rows = [f"{literal_text(key, holders, depth + 1)}: {literal_text(part, holders, depth + 1)}" for key, part in value.items()]
        return "{" + ", ".join(rows) + "}"
    if kind is set and value and all(type(part) in (int, str, bool) for part in value):
        # Numbers are gone through in an order that tells how the set came to be; texts in another one in each run.
        numbers = [repr(part) for part in value if type(part) is not str]
        return "{" + ", ".join(numbers + sorted(repr(part) for part in value if type(part) is str)) + "}"
    raise Unwritten
