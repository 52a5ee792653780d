# The state that loading leaves behind, as a graph by which two versions are compared.
#
# Every object that can be reached from a module is a node. What tells it apart from others within its version is the
# first path by which it is found: breadth first, modules in an order that both versions share, code outside before the
# program's own. Two nodes of one path with one digest look the same from within; two graphs that agree wherever they are
# looked at are the same state, shared objects included.
#
# Texts, numbers and the like are no nodes: an edge to one holds its value. What functions were written like (lines,
# comments, names of files) does not count; docstrings and annotations are members of their own.

import __future__
import _abc
import abc
import datetime
import dis
import functools
import gc
import math
import random
import weakref

MOST_NODES = 400_000
ATOMS = {type(None), bool, int, float, complex, str, bytes, type(Ellipsis), type(NotImplemented), range}
IS_HEAP_TYPE = 1 << 9
IMPORT_NAME = dis.opmap["IMPORT_NAME"]
OWN_CODE, IS_UNCLEAR, IS_CODE, IS_CLASS, IS_MODULE, IS_OUTSIDE, IS_BARE = 1, 2, 4, 8, 16, 32, 64
DESCRIPTORS = (types.WrapperDescriptorType, types.MethodDescriptorType, types.ClassMethodDescriptorType)
PLACES = (types.GetSetDescriptorType, types.MemberDescriptorType)

# What modules remember to be faster the next time: nobody sees it but by the time that passes.
ADDRESSES = {"_cast_addr", "_memmove_addr", "_memset_addr", "_string_at_addr", "_wstring_at_addr"}
IMPORTING = {"_module_locks", "_blocking_on"}
MEMORIES = {
    "re": {"_cache", "_cache2"}, "linecache": {"cache"}, "encodings": {"_cache"}, "fnmatch": {"_compile_pattern"},
    "_strptime": {"_regex_cache", "_TimeRE_cache"}, "typing": {"_cleanups", "_caches", "_overload_registry"},
    "zipimport": {"_zip_directory_cache"}, "logging": {"_startTime"}, "tempfile": {"_name_sequence", "_once_lock"},
    "importlib._bootstrap": IMPORTING, "_frozen_importlib": IMPORTING, "tokenize": {"_compile"}, "_ctypes": ADDRESSES,
    "ctypes": {"_c_functype_cache", "pythonapi", *ADDRESSES},
    "threading": {"_active", "_main_thread", "_dangling", "_counter", "_limbo", "_shutdown_locks"},
}
# Of a module that says of itself where and how it was found.
OF_ITS_FILE = {"__builtins__", "__loader__", "__spec__", "__cached__", "__file__", "__doc__", "__path__"}
# Of the interpreter itself, what a program may set.
OF_SYS = {"path", "meta_path", "path_hooks", "stdin", "stderr", "excepthook", "displayhook", "breakpointhook", "unraisablehook", "argv", "ps1", "tracebacklimit", "warnoptions"}
OF_CLASSES = {"__dict__", "__weakref__", "_abc_impl", "__firstlineno__", "__static_attributes__"}


# Modules whose functions find others by names, or run texts.
FINDERS = {
    "importlib", "runpy", "pydoc", "pickle", "_pickle", "dill", "cloudpickle", "shelve", "pkgutil", "imp", "zipimport", "doctest",
    "unittest", "code", "codeop", "pkg_resources", "timeit", "trace", "profile", "cProfile", "pdb", "bdb", "inspect", "site",
}
FINDS = "<finds>"


def is_finder(value):
    name = value.__name__ if type(value) is types.ModuleType else getattr(value, "__module__", None)
    return type(name) is str and name.split(".")[0] in FINDERS


def is_plain_kind(value):
    """Is it a module, a class or a function, so that asking for its name runs nobody's code?"""
    return type(value) in (types.ModuleType, types.FunctionType, types.BuiltinFunctionType) or issubclass(type(value), type)


def finds(value):
    return id(value) in FINDING or (is_plain_kind(value) and is_finder(value))


def is_asker(value):
    """Does it ask objects for members whose names it is handed, or has?"""
    return id(value) in ASKING or type(value).__name__ in ("attrgetter", "methodcaller")


FINDING = {id(value) for value in (eval, exec, compile, globals, locals, __import__, sys._getframe, sys.exc_info, type.__subclasses__)}
ASKING = {id(value) for value in (getattr, setattr, vars, dir, object.__getattribute__)}


# What they give is made of what they are handed, and they keep nothing.
COMPUTING = {
    id(value)
    for value in (abs, all, any, ascii, bin, callable, chr, divmod, format, hex, isinstance, issubclass, iter, len, max, min, next, oct, ord, pow, repr, round, sorted, sum)
}
COMPUTING |= {id(value) for value in vars(math).values() if type(value) is types.BuiltinFunctionType}


def is_bare(heap, value):
    """Is it all that its parts say, so that nothing can hide in it?"""
    kind = type(value)
    if kind is types.FunctionType:
        return heap.is_own(value)
    if kind is types.BuiltinFunctionType:
        return id(value) in COMPUTING
    if kind is type:
        return value.__module__ == "builtins" and not value.__flags__ & IS_HEAP_TYPE
    return value is math or kind in (tuple, frozenset)


class Unseen(Exception):
    """An object whose contents cannot be looked at."""


class Parts:
    """What an object consists of."""

    def __init__(self, *told):
        # What it is, as far as texts say it.
        self.told = tuple(map(str, told))
        self.held = []
        """Further parts, in order."""
        self.members = None
        """Parts that have names by which they are asked for."""
        self.words = ()
        self.touched = ()
        """Of code: the attributes that it sets, or whose contents it may change, and the functions that it makes."""
        self.asked = ()
        """The names of globals and attributes in it."""
        self.name = ""
        self.flags = 0


class Heap:
    def __init__(self, own, first):
        self.own = own
        self.own_globals = {id(vars(module)): name for name, module in own.items()}
        self.paths, self.kept, self.rows, self.queue, self.later = {}, [], [], collections.deque(), []
        self.taken = set()
        self.words = {}
        # Objects of the program that code outside holds.
        self.handed = []
        outside = {name: module for name, module in sys.modules.items() if name not in own and name != "__main__"}
        for modules in (outside, own):
            names = sorted(modules, key=lambda name: (name not in first, name))
            for name in names:
                if isinstance(modules[name], types.ModuleType) or name in own:
                    self.find(modules[name], ("module", name))
            self.drain()
            self.is_own_turn = True
        for value, path in self.handed:
            self.find(value, path)
        self.drain()

    is_own_turn = False

    def find(self, value, path):
        """The object is found on that path, if it was not before."""
        if type(value) in ATOMS or id(value) in self.paths:
            return
        if not self.is_own_turn and self.is_own(value):
            self.handed.append((value, path))
            return
        key = hash(path)
        if key in self.taken:
            raise Unseen("two paths look the same")
        self.taken.add(key)
        self.paths[id(value)] = key
        self.kept.append(value)
        if len(self.kept) > MOST_NODES:
            raise Unseen("it is too large")
        self.queue.append((value, key))

    def is_own(self, value):
        kind = type(value)
        if kind is types.FunctionType:
            return id(value.__globals__) in self.own_globals
        if kind is types.ModuleType:
            return self.own.get(value.__name__) is value
        if issubclass(kind, type):
            return value.__module__ in self.own
        return kind.__module__ in self.own

    def drain(self):
        while self.queue:
            value, key = self.queue.popleft()
            parts = self.parts(value)
            parts.flags |= (0 if self.is_own_turn else IS_OUTSIDE) | (IS_BARE if is_bare(self, value) else 0)
            if self.is_own_turn and not parts.flags & IS_CODE and any(finds(held) or is_asker(held) for held in parts.held):
                parts.words, parts.flags = [*parts.words, FINDS], parts.flags | OWN_CODE
            # Where the files of a version stand leads to all of them.
            if self.is_own_turn and any(type(held) is str and held != rootless(held) for held in parts.held):
                parts.flags |= IS_UNCLEAR
            for number, held in enumerate(parts.held):
                self.find(held, (key, number))
            for name, held in (parts.members or {}).items():
                self.find(held, (key, name))
            self.later.append((key, parts))

    def parts(self, value):
        try:
            return parts_of_object(self, value)
        except Exception as error:
            parts = Parts("unseen", type(value).__qualname__, str(error) if isinstance(error, Unseen) else "")
            parts.flags = IS_UNCLEAR if self.is_own_turn else 0
            return parts

    def key(self, value):
        if type(value) is str and value != rootless(value):
            return 0
        if type(value) in ATOMS:
            text = value if type(value) is str else repr(value)
            return hash((type(value).__name__, placeless(text) if type(value) in (str, bytes) else text))
        return self.paths.get(id(value), 0)

    def word(self, text):
        return self.words.setdefault(text, len(self.words))

    def as_data(self):
        rows = []
        for key, parts in self.later:
            held = [self.key(value) for value in parts.held]
            members = None if parts.members is None else [[self.word(name), self.key(value)] for name, value in parts.members.items()]
            digest = hash(("node", tuple(map(str, parts.told)), tuple(held)))
            edges = list(dict.fromkeys(self.paths[id(value)] for value in parts.held if id(value) in self.paths))
            words = [[self.word(word) for word in found] for found in (parts.words, parts.touched, parts.asked)]
            rows.append([key, digest, parts.flags, edges, members, *words, self.word(parts.name)])
        return {"nodes": rows, "words": list(self.words), "handed": sorted({self.key(value) for value, _ in self.handed}), "roots": {name: self.key(module) for name, module in sys.modules.items() if id(module) in self.paths}}


def rootless(text):
    if "/" in text:
        for root in own_places:
            text = text.replace(root, "<own>")
    return text


def parts_of_object(heap, value):
    kind = type(value)
    for known, look in LOOKS.items():
        if kind is known:
            return look(heap, value)
    if issubclass(kind, types.ModuleType):
        return parts_of_module(heap, value)
    if issubclass(kind, type):
        return parts_of_class(heap, value)
    if kind is weakref.ref:
        return with_held(Parts("weakref"), value(), value.__callback__)
    if kind.__module__ == "ctypes" and not heap.is_own_turn:
        return Parts("library", kind.__qualname__)
    return parts_of_instance(heap, value)


def with_held(parts, *held):
    parts.held += held
    return parts


def parts_of_module(heap, module):
    parts = Parts("module", module.__name__)
    parts.flags = IS_MODULE
    name = module.__name__
    left_out = OF_ITS_FILE | MEMORIES.get(name, set())
    members = {key: value for key, value in sorted(vars(module).items(), key=lambda row: str(row[0])) if key not in left_out}
    if module is sys:
        members = {key: value for key, value in members.items() if key in OF_SYS}
        members["path"] = [folder for folder in sys.path if not is_beneath(folder, own_roots)]
        members["meta_path"] = [finder for finder in sys.meta_path if finder not in (Finder, LastFinder)]
    parts.members = {str(key): value for key, value in members.items()}
    parts.members["__doc__"] = module.__doc__
    # Who asks it for a name that it has not asks these.
    parts.held += [type(module), vars(module).get("__getattr__"), vars(module).get("__dir__")] if heap.is_own_turn else []
    return parts


def is_of_c(kind):
    """Is it a type that was not made by a class statement?"""
    if not kind.__flags__ & IS_HEAP_TYPE:
        return True
    return any(isinstance(value, DESCRIPTORS) and value.__objclass__ is kind for value in vars(kind).values())


def parts_of_class(heap, kind):
    parts = Parts("class", kind.__module__, kind.__qualname__, kind.__name__)
    parts.flags, parts.name = IS_CLASS, kind.__name__
    if is_of_c(kind) and not kind.__flags__ & IS_HEAP_TYPE:
        return parts
    parts.held = [type(kind), *kind.__mro__[1:], len(kind.__bases__), *kind.__bases__]
    if heap.is_own(kind) and any(is_finder(base) for base in kind.__mro__[1:]):
        parts.flags |= IS_UNCLEAR
    left_out = set() if not is_kept_by_enum(kind, "_x_") else {"_value2member_map_"}
    parts.members = {name: value for name, value in sorted(vars(kind).items(), key=lambda row: str(row[0])) if name not in OF_CLASSES and name not in left_out}
    if "_abc_impl" in vars(kind):
        registered = [found() for found in _abc._get_dump(kind)[0]]
        registered = sorted((other for other in registered if other is not None), key=lambda other: (other.__module__, other.__qualname__))
        parts.held += registered
        # Those that are asked whether something is a case of theirs are asked for its bases too.
        heirs = [heir for heir in type.__subclasses__(kind) if heap.is_own(heir) and "__subclasshook__" in vars(heir)]
        parts.held += sorted(heirs, key=lambda heir: (heir.__module__, heir.__qualname__)) if heap.is_own_turn else []
    return parts


def parts_of_function(heap, function):
    code = function.__code__
    # Code outside is the same where it stands in the same place; what was made of a text stands nowhere.
    is_own = id(function.__globals__) in heap.own_globals or not stands_somewhere(code.co_filename)
    told = told_code(code) if is_own else (code.co_filename, code.co_firstlineno, code.co_name, len(code.co_code))
    parts = Parts("function", function.__name__, function.__qualname__, function.__module__, *told)
    parts.words = words_of_code(code) if is_own else [*code.co_names, *(name for name in SAYS if name in code.co_consts)]
    parts.flags = IS_CODE | (OWN_CODE if is_own else 0)
    if is_own:
        parts.touched, parts.asked = touched_by(code, function.__globals__), names_of_code(code)
    # Only a function of a class is a member of objects.
    parts.name = code.co_name if "." in function.__qualname__.rpartition("<locals>")[2].lstrip(".") else ""
    parts.held = [*(function.__defaults__ or ()), None, *(function.__closure__ or ())]
    for name, value in sorted((function.__kwdefaults__ or {}).items()):
        parts.held += [name, value]
    for name, value in sorted(vars(function).items(), key=lambda row: str(row[0])):
        parts.held += [name, value]
    # What its names stand for now; what has no such name yet may get one.
    memories = MEMORIES.get(function.__globals__.get("__name__"), ())
    for name in names_of_code(code):
        if name in memories:
            continue
        if name in function.__globals__:
            parts.held += ["global", name, function.__globals__[name]]
            if is_own and (finds(function.__globals__[name]) or is_asker(function.__globals__[name])):
                parts.words = [*parts.words, FINDS]
        elif name in vars(builtins) and heap.is_own_turn:
            parts.held += ["builtin", name, vars(builtins)[name]]
    parts.members = {"__doc__": function.__doc__, "__annotations__": function.__annotations__}
    module = sys.modules.get(function.__module__)
    package = getattr(module, "__package__", None) or ""
    found = imported_by(code, package) if is_own else []
    parts.told += (tuple(name for name, _ in found),)
    for name, loaded in found:
        if loaded is not None:
            parts.held.append(loaded)
            parts.words = [*parts.words, FINDS] if is_finder(loaded) else parts.words
        else:
            parts.held.append(Unloaded.of(name))
    return parts


@functools.lru_cache(None)
def stands_somewhere(file):
    return file.startswith("<frozen ") or os.path.isfile(file)


class Unloaded:
    """A module of the version's own that is loaded by nobody yet."""

    known = {}

    def __init__(self, name):
        self.name = name

    @classmethod
    def of(cls, name):
        if name not in cls.known:
            cls.known[name] = cls(name)
        return cls.known[name]


def parts_of_unloaded(heap, module):
    code = source_code(module.name)
    if code is None:
        raise Unseen(module.name)
    parts = Parts("unloaded", module.name, *told_code(code))
    parts.words, parts.touched, parts.flags = words_of_code(code), touched_by(code, {}), IS_CODE | OWN_CODE
    parts.asked = names_of_code(code)
    package = module.name if own_file(module.name).endswith("__init__.py") else module.name.rpartition(".")[0]
    found = imported_by(code, package)
    parts.told += (tuple(name for name, _ in found),)
    parts.held = [loaded if loaded is not None else Unloaded.of(name) for name, loaded in found]
    return parts


own_files = {}


def own_file(name):
    """The file of a module of the version's own, loaded or not."""
    if name not in own_files:
        own_files[name] = look_for(name)
    return own_files[name]


def look_for(name):
    if name in job["named"]:
        return job["named"][name]
    parts = name.split(".")
    if not all(part.isidentifier() for part in parts):
        return None
    package = job["named"].get(parts[0])
    folders, parts = ([os.path.dirname(package)], parts[1:]) if package else (job["path"], parts)
    for folder in folders:
        for file in (os.path.join(folder, *parts, "__init__.py"), os.path.join(folder, *parts) + ".py"):
            if os.path.isfile(file):
                return file
    return None


@functools.lru_cache(None)
def source_tree(name):
    """Whoever changes it is the last to ask for it: its code comes first."""
    with open(own_file(name), "rb") as file:
        return compile(file.read(), "<unloaded>", "exec", ast.PyCF_ONLY_AST, dont_inherit=True)


@functools.lru_cache(None)
def source_code(name):
    try:
        return compile(source_tree(name), "<unloaded>", "exec", dont_inherit=True)
    except (OSError, SyntaxError, ValueError):
        return None


def codes(code):
    """The code and what stands in it."""
    found = [code]
    for code in found:
        found += [part for part in code.co_consts if isinstance(part, types.CodeType)]
    return found


def names_of_code(code):
    return sorted({name for part in codes(code) for name in part.co_names})


def imported_by(code, package):
    """The modules that a name in the code may stand for if it is imported: (name, the module or None)."""
    if not any(IMPORT_NAME in part.co_code[::2] for part in codes(code)):
        return []
    around = [package.rsplit(".", level)[0] if level else package for level in range(package.count(".") + 1)] if package else []
    found = {}
    names = names_of_code(code)
    dotted = set(names)
    for part in names:
        if "." in part:
            pieces = part.split(".")
            dotted |= {".".join(pieces[:end]) for end in range(1, len(pieces))}
    # `from a import b`: b may be a part of a.
    dotted |= {f"{one}.{other}" for one in dotted for other in names if "." not in other and own_file(f"{one}.{other}")} if len(names) < 200 else set()
    for name in sorted(dotted):
        for full in [name, *(f"{outer}.{name}" for outer in around)]:
            if full in sys.modules:
                found[full] = sys.modules[full]
            elif own_file(full):
                found[full] = None
    return sorted(found.items(), key=lambda row: row[0])


def told_code(code):
    """What the code does, without where it was written and what is said about it."""
    told = []
    for number, part in enumerate(codes(code)):
        constants = list(part.co_consts)
        # A docstring is the first constant of a function, and nothing else refers to it. One within it counts.
        if number == 0 and constants and isinstance(constants[0], str) and not is_used(part, 0):
            constants[0] = None
        kinds = tuple((type(value).__name__, told_constant(value)) for value in constants)
        told.append((
            part.co_name, told_flags(part), part.co_argcount, part.co_posonlyargcount, part.co_kwonlyargcount, part.co_code,
            part.co_names, part.co_varnames, part.co_freevars, part.co_cellvars, getattr(part, "co_exceptiontable", b""), kinds,
        ))
    return told


def told_flags(code):
    """That annotations are texts changes what is compiled in the code, and nothing else that it does."""
    return code.co_flags if {"compile", "eval", "exec"} & set(code.co_names) else code.co_flags & ~__future__.annotations.compiler_flag


def told_constant(value):
    if isinstance(value, types.CodeType):
        return "code"
    if isinstance(value, (tuple, frozenset)):
        parts = [(type(part).__name__, told_constant(part)) for part in value]
        return tuple(sorted(parts) if isinstance(value, frozenset) else parts)
    return placeless(value) if isinstance(value, str) else repr(value)


def is_used(code, constant):
    """Is it loaded? A larger number that ends alike is taken for it."""
    operations, arguments = code.co_code[::2], code.co_code[1::2]
    return any(operation in dis.hasconst and argument == constant for operation, argument in zip(operations, arguments))


SAYS = ("__doc__", "__annotations__")
ATTRIBUTES = {"LOAD_ATTR", "STORE_ATTR", "DELETE_ATTR", "LOAD_SUPER_ATTR"}


def touched_by(code, names):
    found = set()
    for part in codes(code):
        # What it defines may be a member of a class that it makes.
        found.update([part.co_name] if part is not code else [])
        before = None
        for instruction in dis.get_instructions(part):
            is_global = before is not None and before.opname in ("LOAD_GLOBAL", "LOAD_NAME")
            of_module = is_global and type(names.get(before.argval)) is types.ModuleType
            before = instruction
            # What a module has is no attribute of an object, if it is only read.
            if instruction.opname == "LOAD_ATTR" and of_module:
                continue
            if instruction.opname in ATTRIBUTES:
                # Newer interpreters tell in the argument whether it is called.
                is_called = instruction.opname == "LOAD_ATTR" and sys.version_info >= (3, 12) and instruction.arg & 1
                found.update(() if is_called else [str(instruction.argval)])
            elif instruction.opname == "STORE_NAME":
                found.add(instruction.argval)
            elif instruction.opname == "KW_NAMES":
                # The names of keywords, before a call. Not every `dis` says which they are.
                found.update(part.co_consts[instruction.arg])
            elif instruction.opname == "LOAD_CONST" and type(instruction.argval) is tuple:
                found.update(name for name in instruction.argval if type(name) is str)
        if "setattr" in part.co_names:
            for value in part.co_consts:
                add_words(value, found)
    return sorted(found)


WORD = re.compile(r"\w+")


def words_of_code(code):
    found = set()
    for part in codes(code):
        if "sys" in part.co_names and "path" in part.co_names and shows_search_path(part):
            found.add("sys.path")
        found.update(part.co_names, part.co_varnames, part.co_freevars)
        for value in part.co_consts:
            add_words(value, found)
    return sorted(found)


def shows_search_path(code):
    before = None
    for instruction in dis.get_instructions(code):
        if instruction.argval == "path" and before is not None and before.argval == "sys":
            return True
        before = instruction
    return False


def add_words(value, found):
    if isinstance(value, str):
        found.update(WORD.findall(value))
    elif isinstance(value, bytes):
        found.update(WORD.findall(value.decode("latin-1")))
    elif isinstance(value, (tuple, frozenset)):
        for part in value:
            add_words(part, found)


def parts_of_instance(heap, value):
    kind = type(value)
    parts = Parts("object")
    parts.held = [kind]
    for base in kind.__mro__:
        if base is object or not is_of_c(base):
            continue
        look = CONTENTS.get(base) or CONTENTS.get(f"{base.__module__}.{base.__qualname__}")
        if look is None:
            if base.__module__.lstrip("_").split(".")[0] in TOLD_MODULES:
                # The first of them knows it all.
                parts.told += () if len(parts.told) > 1 else (base.__repr__(value),)
                # What it says of a zone is what the zone says of itself.
                parts.held += [value.tzinfo] if isinstance(value, (datetime.datetime, datetime.time)) else []
                continue
            raise Unseen(base.__qualname__)
        parts.told += (base.__qualname__,)
        look(parts, value)
    said = {}
    for name, field in object_fields(value):
        if name in SAYS:
            said[name] = field
        else:
            parts.held += [name, field]
    if said:
        parts.members = {**(parts.members or {}), **said}
    return parts


def object_fields(value):
    try:
        found = dict(object.__getattribute__(value, "__dict__"))
    except AttributeError:
        found = {}
    for base in type(value).__mro__:
        for name, place in vars(base).items():
            if isinstance(place, types.MemberDescriptorType) and not is_of_c(base):
                try:
                    found[f"{base.__qualname__}.{name}"] = place.__get__(value)
                except AttributeError:
                    pass
    return sorted(((str(name), field) for name, field in found.items()), key=lambda row: row[0])


def hold_items(parts, value):
    # Never by its own methods, which are code of somebody's.
    base = next(base for base in (list, tuple, collections.deque) if issubclass(type(value), base))
    items = list(base.__iter__(value))
    parts.told += (len(items),)
    parts.held += items


def hold_mapping(parts, value):
    parts.told += (dict.__len__(value),)
    rows = list(dict.items(value))
    if isinstance(value, collections.OrderedDict):
        # It has an order of its own.
        places = {id(key): place for place, key in enumerate(collections.OrderedDict.__iter__(value))}
        rows.sort(key=lambda row: places[id(row[0])])
    for key, held in rows:
        parts.held += [key, held]


def hold_set(parts, value):
    base = set if issubclass(type(value), set) else frozenset
    values = list(base.__iter__(value))
    rows = [(type(part).__name__, repr(part) if type(part) in ATOMS else name_of(part), part) for part in values]
    if len({row[:2] for row in rows}) != len(rows):
        raise Unseen("a set")
    # In which order numbers are gone through depends on how the set came to be; with texts that is another in each run.
    parts.told += (len(rows), sys.getsizeof(value), tuple(repr(part) for part in values if type(part) in (int, bool, float)))
    parts.held += [row[2] for row in sorted(rows, key=lambda row: row[:2])]


def name_of(value):
    """A text that tells an element of a set apart from others, if there is one."""
    if issubclass(type(value), (type, types.FunctionType)):
        return f"{value.__module__}.{value.__qualname__}"
    if type(value) in (tuple, frozenset) and all(type(part) in ATOMS for part in value):
        return repr(value if type(value) is tuple else sorted(value, key=repr))
    if issubclass(type(value), enum.Enum):
        return f"{type(value).__qualname__}.{value._name_}"
    raise Unseen("a set of objects")


def hold_told(parts, value):
    kind = next(base for base in type(value).__mro__ if is_of_c(base))
    hold_text(parts, kind.__repr__(value))


def hold_text(parts, text):
    parts.told += (text,)


def hold_deque(parts, value):
    hold_items(parts, value)
    parts.held.append(value.maxlen)


def hold_property(parts, value):
    parts.held += [value.fget, value.fset, value.fdel]
    parts.members = {"__doc__": value.__doc__}


def hold_field(parts, value):
    """A field of a named tuple."""
    _, (place, doc) = value.__reduce__()
    parts.held.append(place)
    parts.members = {"__doc__": doc}


def hold_exception(kind):
    """What exceptions of that kind have beside their arguments."""
    places = [place for name, place in sorted(vars(kind).items()) if isinstance(place, PLACES) and name not in OF_RAISING]

    def hold(parts, value):
        for place in places:
            try:
                parts.held += [place.__name__, place.__get__(value)]
            except AttributeError:
                pass

    return hold


OF_RAISING = {"__traceback__", "__dict__", "__weakref__"}


def hold_variable(parts, value):
    """Of a context: what it holds, or what it is taken to hold where nothing was put there."""
    nothing = object()
    is_set = value.get(nothing) is not nothing
    if is_set and "default=" in repr(value):
        raise Unseen("a default that is hidden")
    try:
        parts.held += [value.name, is_set, value.get()]
    except LookupError:
        parts.held += [value.name, "nothing"]


def hold_local(parts, value):
    # What other threads get is made by calling its class again.
    if type(value).__init__ is not object.__init__:
        raise Unseen("what threads have of their own")


FIRST_STATE = random._inst.getstate()


def hold_generator(parts, value):
    # That of the interpreter begins anew each time.
    state = value.getstate()
    if value is not random._inst or state != FIRST_STATE:
        parts.held.append(state)


def hold_cache(parts, value):
    # What is remembered is what would be computed, but a change in what it was computed by does not show: but for types
    # that are put together.
    is_of_types = value.__module__ == "typing"
    if value.cache_info().currsize and not is_of_types:
        raise Unseen("a cache that was used")
    parts.told += (str(value.cache_parameters()),)
    parts.held += [held for held in gc.get_referents(value) if (type(held) is types.FunctionType if is_of_types else callable(held))]


CONTENTS = {
    **{kind: lambda parts, value, kind=kind: hold_text(parts, kind.__repr__(value)) for kind in (int, str, float, bytes, bytearray, complex)},
    list: hold_items, tuple: hold_items, collections.deque: hold_deque, dict: hold_mapping, set: hold_set, frozenset: hold_set,
    collections.OrderedDict: lambda parts, value: None,
    collections.defaultdict: lambda parts, value: with_held(parts, value.default_factory),
    property: hold_property,
    staticmethod: lambda parts, value: with_held(parts, value.__func__), classmethod: lambda parts, value: with_held(parts, value.__func__),
    functools.partial: lambda parts, value: with_held(parts, value.func, value.args, value.keywords),
    slice: lambda parts, value: with_held(parts, value.start, value.stop, value.step),
    types.MethodType: lambda parts, value: with_held(parts, value.__func__, value.__self__),
    types.SimpleNamespace: lambda parts, value: None,
    types.MappingProxyType: lambda parts, value: with_held(parts, *gc.get_referents(value)),
    types.GenericAlias: lambda parts, value: with_held(parts, value.__origin__, value.__args__),
    re.Pattern: lambda parts, value: with_held(parts, value.pattern, value.flags),
    type(functools.lru_cache(len)): hold_cache,
    threading.local: hold_local,
    "types.UnionType": lambda parts, value: with_held(parts, *value.__args__),
    "_thread.lock": lambda parts, value: with_held(parts, value.locked()), "_thread.RLock": lambda parts, value: with_held(parts, value._is_owned()),
    "_struct.Struct": lambda parts, value: with_held(parts, value.format), "_random.Random": hold_generator,
    "operator.attrgetter": lambda parts, value: with_held(parts, *value.__reduce__()[1]),
    "operator.itemgetter": lambda parts, value: with_held(parts, *value.__reduce__()[1]),
    "operator.methodcaller": lambda parts, value: with_held(parts, value.__reduce__()),
    "_collections._tuplegetter": hold_field, "collections._tuplegetter": hold_field, "itertools.count": hold_told, "array.array": hold_told,
    "_contextvars.ContextVar": hold_variable, "contextvars.ContextVar": hold_variable,
}
EXCEPTIONS = [kind for kind in vars(builtins).values() if isinstance(kind, type) and issubclass(kind, BaseException)]
CONTENTS.update({kind: hold_exception(kind) for kind in EXCEPTIONS})


def parts_of_builtin(heap, function):
    parts = Parts("built-in", function.__module__, function.__qualname__)
    if type(function.__self__) not in (types.ModuleType, type(None)):
        parts.held.append(function.__self__)
    return parts


def parts_of_descriptor(heap, value):
    return Parts("descriptor", value.__objclass__.__module__, value.__objclass__.__qualname__, value.__name__)


def parts_of_cell(heap, cell):
    try:
        return with_held(Parts("cell"), cell.cell_contents)
    except ValueError:
        return Parts("empty cell")


def parts_of_code(heap, code):
    parts = Parts("code", *told_code(code))
    parts.words, parts.flags = words_of_code(code), IS_CODE
    return parts


LOOKS = {
    types.FunctionType: parts_of_function, types.BuiltinFunctionType: parts_of_builtin, types.CellType: parts_of_cell,
    types.CodeType: parts_of_code, Unloaded: parts_of_unloaded, **{kind: parts_of_descriptor for kind in (*DESCRIPTORS, *PLACES)},
    types.MethodWrapperType: lambda heap, value: with_held(Parts("wrapper", value.__name__), value.__self__),
}


def settings():
    """What loading may have set that no module holds."""
    found = [sys.getrecursionlimit(), gc.isenabled(), gc.get_threshold(), sys.gettrace() is None, threading.active_count()]
    found += [sys.getprofile() is None, sys.getswitchinterval(), left_digits, sys.get_asyncgen_hooks(), os.getcwd()]
    found.append([str(signal.getsignal(number)) for number in sorted(signal.valid_signals()) if number != signal.SIGALRM])
    # What only one version has loaded is in the other as loading it leaves it.
    decimal, locale, atexit, socket = map(importlib.import_module, ("decimal", "locale", "atexit", "socket"))
    found += [repr(decimal.getcontext()), locale.setlocale(locale.LC_ALL), atexit._ncallbacks(), socket.getdefaulttimeout()]
    return placeless(repr(found))


def heap_load():
    """Loads, and says what there is."""
    global loaded_state, looks_for_differences, left_digits
    looks_for_differences = False
    limit_digits(4300)
    with Tick():
        sys.setprofile(note_call)
        try:
            loaded_state = State()
        finally:
            sys.setprofile(None)
            left_digits = getattr(sys, "get_int_max_str_digits", int)()
            limit_digits(0)
    state = loaded_state
    failure = None if hasattr(state, "module") else f"{type(state.failure).__name__}: {state.failure}"
    return {
        "failure": failure, "nothing": None if hasattr(state, "module") else state.nothing, "said": state.said,
        "modules": sorted(sys.modules),
    }


# What compiled code keeps for itself, by the names of the functions that put it there.
HIDDEN = {"register_error", "register_dialect", "unregister_dialect", "field_size_limit", "addaudithook", "setprofile", "umask", "register_optionflag"}


def is_hidden_by(code):
    names = {name for part in codes(code) for name in part.co_names}
    return bool(names & HIDDEN) or {"codecs", "register"} <= names


def check_search(name):
    """Are parts of a package, and modules, looked for only where they were at first?"""
    module = sys.modules[name]
    if type(module) is not types.ModuleType:
        raise Unseen(f"{name} is not a plain module")
    where = list(getattr(module, "__path__", ()))
    if where and where != [os.path.dirname(own_file(name) or "")]:
        raise Unseen(f"{name} is looked for in other places")
    if any(is_beneath(folder or ".", own_roots) and folder not in job["path"] for folder in sys.path):
        raise Unseen("modules are looked for in other places")


def heap_graph(first):
    """The graph; the modules that both versions loaded come first."""
    gc.collect()
    try:
        for name in own_modules():
            check_search(name)
            code = source_code(name) if own_file(name) else None
            if code is not None and is_hidden_by(code):
                raise Unseen(f"{name} puts something where it cannot be seen")
        heap = Heap(own_modules(), set(first))
        return {**heap.as_data(), "settings": settings(), "functions": plain_functions(), "ran": what_loading_ran()}
    except Unseen as error:
        return {"unseen": str(error)}


REQUESTS.update({"heap_load": heap_load, "heap_graph": heap_graph})
