# Tags, truth, identity, and the names of types.

def is_integral(a: V) -> bool:
    return a is Int or a is Bool

# A step outside with that key, handed these values; and one that may also touch the program's own state.
def outside_step(key: atom, args: seq) -> V:
    ...

def program_step(key: atom, args: seq) -> V:
    ...

# Is what it does up to code that is not the language's own?
def has_methods(a: V) -> bool:
    return a is Object or a is Outside or a is Member

# An object or a member of a class of the program.
def is_instance(a: V) -> bool:
    return a is Object or a is Member

def is_of_one_class(a: V, b: V) -> bool:
    return (a is Object and b is Object and CLASSES[a.object] == CLASSES[b.object]) or (a is Member and b is Member and a.member_of == b.member_of)

def is_number(a: V) -> bool:
    return a is Int or a is Bool or a is Float

def as_int(a: V) -> int:
    return a.int if a is Int else (1 if a.bool else 0)

# Is it an index or a length that the machine can have?
def fits_size(i: int) -> bool:
    return i >= 0 - 9223372036854775807 - 1 and i <= 9223372036854775807

def check_size(i: int):
    if not fits_size(i):
        raise OverflowError("Python int too large to convert to C ssize_t")

def check_c_int(i: int):
    if i < -2147483648 or i > 2147483647:
        raise OverflowError(unknown)

def new_list(items: seq) -> V:
    it = new(list)
    LISTS[it] = items
    return List(it)

def truth(a: V) -> bool:
    if a is Bool:
        return a.bool
    if a is Int:
        return a.int != 0
    if a is None:
        return False
    if a is List:
        return len(LISTS[a.list]) != 0
    if a is Str:
        return len(a.str) != 0
    if a is Tuple:
        return len(a.items) != 0
    if a is Float:
        return not feq(a.float, 0.0)
    if a is Range:
        return range_len(a.start, a.stop, a.step) != 0
    if a is Dict:
        return len(ORDERS[a.dict]) != 0
    if a is Set:
        return len(MEMBERS[a.set]) != 0
    if a is Bytes:
        return len(a.bytes) != 0
    if a is View:
        return len(ORDERS[a.viewed]) != 0
    if has_methods(a):
        return object_truth(a)
    return True

def object_truth(a: V) -> bool:
    ...

# Equal immutable values may or may not be one object: only what differs is surely not the same.
def has_identity(a: V) -> bool:
    return not (a is Int or a is Float or a is Str or a is Bytes or a is View or a is Tuple or a is Range or a is Exception or a is Method or a is Pattern or a is Match)

def is_same(a: V, b: V) -> bool:
    if a is Outside or b is Outside:
        # A negative number is that of a literal, which may be made again.
        if a == b and not (a is Outside and a.outside < 0):
            return True
        if a is None or b is None:
            return is_none(a) and is_none(b)
        return object_is(a, b)
    if a != b:
        return False
    if has_identity(a):
        return True
    if is_own_error(a):
        return True
    unsupported("the identity of an immutable value")

def object_is(a: V, b: V) -> bool:
    ...

# Of what comes from outside, the number 0 stands for None.
def is_none(a: V) -> bool:
    return a is None or (a is Outside and a.outside == 0)

def type_name(a: V) -> str:
    if a is Int:
        return "int"
    if a is Bool:
        return "bool"
    if a is None:
        return "NoneType"
    if a is Str:
        return "str"
    if a is Float:
        return "float"
    if a is List:
        return "list"
    if a is Tuple:
        if is_named(a):
            return class_text(a.tuple_of)
        return "tuple"
    if a is Range:
        return "range"
    if a is Dict:
        if FACTORIES[a.dict] is not Unbound:
            return "defaultdict"
        return "dict"
    if a is Set:
        return "set"
    if a is Bytes:
        return "bytes"
    if a is View:
        return "dict_keys" if a.shows == 0 else ("dict_values" if a.shows == 1 else "dict_items")
    if a is Function or a is Closure:
        return "function"
    if a is Class:
        return "type"
    if a is Module:
        return "module"
    if a is Method and not is_closed(a.receiver):
        return "method"
    if a is Exception:
        return class_text(a.kind)
    if a is Object:
        return class_text(CLASSES[a.object])
    if a is Member:
        return class_text(a.member_of)
    if a is Pattern:
        return "re.Pattern"
    if a is Match:
        return "re.Match"
    if is_generator(a):
        return "generator"
    if is_stepped(a):
        return ITERATORS[a.iterator][2].str
    unsupported("the name of this type")

# The name of a class without its module.
def class_text(a: atom) -> str:
    ...

def is_exception_class(a: V) -> bool:
    if a is Class:
        return exception_class(a.name)
    return False

# Is it the name of a class of exceptions?
def exception_class(a: atom) -> bool:
    ...

# Is it an exception with attributes of its own?
def is_own_error(a: V) -> bool:
    return a is Exception and len(a.args) == 1 and a.args[0] is Object and CLASSES[a.args[0].object] == a.kind

# What an exception was made with.
def error_args(a: V) -> seq:
    return ERROR_ARGS[a.args[0].object] if is_own_error(a) else a.args

# What `raise a` raises.
def to_raise(a: V) -> V:
    if a is Exception:
        return a
    if is_exception_class(a):
        return make_exception(a.name, [])
    if has_methods(a):
        return object_raise(a)
    raise TypeError("exceptions must derive from BaseException")

def object_raise(a: V) -> V:
    ...

# An exception made by calling its class; user classes may have their own way.
def make_exception(kind: atom, args: seq) -> V:
    ...

def check_cause(a: V):
    if a is None or a is Exception:
        return
    if is_exception_class(a):
        return
    if a is Outside:
        unsupported("a cause that comes from outside")
    raise TypeError("exception causes must derive from BaseException")

# Does `except b` catch the exception a? Of a tuple, any member; checked one after the other.
def catches(a: V, b: V) -> bool:
    if a is Outside or b is Outside:
        return object_catches(a, b)
    if b is Tuple:
        i = 0
        while i < len(b.items):
            if not is_exception_class(b.items[i]) and b.items[i] is not Outside:
                raise TypeError("catching classes that do not inherit from BaseException is not allowed")
            i += 1
        i = 0
        while i < len(b.items):
            if catches(a, b.items[i]):
                return True
            i += 1
        return False
    if not is_exception_class(b):
        raise TypeError("catching classes that do not inherit from BaseException is not allowed")
    return is_subclass(a.kind, b.name)

def object_catches(a: V, b: V) -> bool:
    ...

def is_subclass(a: atom, b: atom) -> bool:
    ...

def len_of(a: V) -> int:
    if a is List:
        return len(LISTS[a.list])
    if a is Str:
        return len(a.str)
    if a is Tuple:
        return len(a.items)
    if a is Range:
        n = range_len(a.start, a.stop, a.step)
        check_size(n)
        return n
    if a is Dict:
        return len(ORDERS[a.dict])
    if a is Set:
        return len(MEMBERS[a.set])
    if a is Bytes:
        return len(a.bytes)
    if a is View:
        return len(ORDERS[a.viewed])
    if has_methods(a):
        return object_len(a)
    if a is Class:
        if is_enum_class(a.name):
            return len(enum_members(a.name))
    raise TypeError("object of type '" + type_name(a) + "' has no len()")

def object_len(a: V) -> int:
    ...

# Members of enumerations: their values and names, those of a class, the one of that name or Unbound, and whether they
# are numbers or texts as well.
def member_value(a: V) -> V:
    ...

def member_name(a: V) -> str:
    ...

def enum_members(c: atom) -> seq:
    ...

def is_enum_class(c: atom) -> bool:
    ...

def enum_named(c: atom, name: str) -> V:
    ...

def is_mixed(a: V) -> bool:
    ...

# What a member is as a number or a text.
def unmixed(a: V) -> V:
    if a is Member:
        if is_mixed(a):
            return member_value(a)
    return a

def is_alike(a: V, b: V) -> bool:
    return (a is Str and b is Str) or (a is Int and is_number(b))

# A value by which a member is looked up: what is told apart by its looks.
def check_value(a: V) -> V:
    if a is Object or a is Outside:
        unsupported("an object as a key")
    if a is Tuple:
        i = 0
        while i < len(a.items):
            if not has_plain_text(a.items[i]):
                unsupported("an object as a key")
            i += 1
    return None

def no_member(a: V, name: V) -> V:
    if a is Int or a is Str or a is None:
        raise ValueError(repr_of(a) + " is not a valid " + name.str)
    raise ValueError(unknown)

def print_text(text: str):
    OUTPUT = OUTPUT + text

# str(a)
def str_of(a: V) -> str:
    if a is Str:
        return a.str
    if a is Int:
        return int_text(a.int)
    if a is Exception:
        if is_own_error(a):
            own = own_str(a)
            if own is not Unbound:
                return as_text(own)
        args = error_args(a)
        if len(args) == 0:
            return ""
        if len(args) == 1:
            if args[0] is Unbound or args[0] is Foreign:
                unsupported("the text of this exception")
            if is_subclass(a.kind, atom("KeyError")):
                return repr_of(args[0])
            return str_of(args[0])
        if is_subclass(a.kind, atom("OSError")) or is_subclass(a.kind, atom("SyntaxError")) or is_subclass(a.kind, atom("UnicodeError")):
            unsupported("the text of this exception")
        return repr_of(Tuple(args))
    if has_methods(a) or is_named(a):
        return object_str(a)
    return repr_of(a)

def object_str(a: V) -> str:
    ...

# An int in decimal, which has its limits.
def int_text(n: int) -> str:
    if n >= digit_limit() or n <= -digit_limit():
        raise ValueError("Exceeds the limit (4300 digits) for integer string conversion")
    return text(n)

def repr_of(a: V) -> str:
    if a is Int:
        return int_text(a.int)
    if a is Bool:
        return "True" if a.bool else "False"
    if a is None:
        return "None"
    if a is Str:
        return repr_text(a.str)
    if a is Float:
        return shortest(a.float)
    if is_named(a):
        return object_repr(a)
    if a is List or a is Tuple or a is Dict or a is View or a is Set:
        return repr_within(a, [])
    if a is Bytes:
        return repr_bytes(a.bytes)
    if a is Range:
        head = "range(" + int_text(a.start) + ", " + int_text(a.stop)
        return head + ")" if a.step == 1 else head + ", " + int_text(a.step) + ")"
    if a is Exception:
        if is_own_error(a):
            own = own_repr(a)
            if own is not Unbound:
                return as_text(own)
        args = error_args(a)
        if len(args) == 1:
            if args[0] is Unbound or args[0] is Foreign:
                unsupported("the text of this exception")
            return class_text(a.kind) + "(" + repr_of(args[0]) + ")"
        return class_text(a.kind) + repr_of(Tuple(args))
    if has_methods(a):
        return object_repr(a)
    unsupported("the text of this value")

# A container among those that are being written out around it.
def repr_within(a: V, around: seq) -> str:
    i = 0
    while i < len(around):
        if around[i] == a:
            if a is Tuple:
                unsupported("the identity of an immutable value")
            if a is View or a is Set:
                unsupported("the text of a container within itself")
            return "{...}" if a is Dict else "[...]"
        i += 1
    within = around + [a]
    if a is Dict:
        if FACTORIES[a.dict] is not Unbound:
            unsupported("the text of a dict that makes what it misses")
    if a is List:
        out = "["
        i = 0
        while i < len(LISTS[a.list]):
            if i > 0:
                out = out + ", "
            out = out + repr_element(LISTS[a.list][i], within)
            i += 1
        return out + "]"
    if a is Tuple:
        out = "("
        i = 0
        while i < len(a.items):
            if i > 0:
                out = out + ", "
            out = out + repr_element(a.items[i], within)
            i += 1
        return out + (",)" if i == 1 else ")")
    if a is View:
        out = type_name(a) + "(["
        i = 0
        while i < len(ORDERS[a.viewed]):
            if i > 0:
                out = out + ", "
            out = out + repr_element(shown_entry(DICTS[a.viewed][ORDERS[a.viewed][i]], ORDERS[a.viewed][i], a.shows), within)
            i += 1
        return out + "])"
    if a is Set:
        if len(MEMBERS[a.set]) == 0:
            return "set()"
        if len(MEMBERS[a.set]) > 1:
            unsupported("the order of a set")
        return "{" + repr_element(SETS[a.set][MEMBERS[a.set][0]], within) + "}"
    out = "{"
    i = 0
    while i < len(ORDERS[a.dict]):
        entry = DICTS[a.dict][ORDERS[a.dict][i]]
        if i > 0:
            out = out + ", "
        key = repr_element(entry.items[0], within)
        out = out + key + ": " + repr_element(entry.items[1], within)
        i += 1
    return out + "}"

def repr_element(a: V, around: seq) -> str:
    if is_named(a):
        # It may lead back to what is around it.
        i = 0
        while i < len(a.items):
            if not has_plain_text(a.items[i]):
                unsupported("the text of a container of objects")
            i += 1
        return object_repr(a)
    if a is List or a is Tuple or a is Dict or a is View or a is Set:
        return repr_within(a, around)
    if a is Member:
        return object_repr(a)
    if a is Exception or has_methods(a) or a is Foreign:
        unsupported("the text of a container of objects")
    return repr_of(a)

def has_plain_text(a: V) -> bool:
    return a is Int or a is Bool or a is Str or a is Float or a is None or a is Bytes

def object_repr(a: V) -> str:
    ...

# Printable ASCII is written here; a text with other characters goes to the tables.
def repr_text(s: str) -> str:
    has_single = find_text(s, "'", 0) >= 0
    has_double = find_text(s, "\"", 0) >= 0
    quote = "\"" if has_single and not has_double else "'"
    out = quote
    i = 0
    while i < len(s):
        c = s[i]
        if c == 92:
            out = out + "\\\\"
        elif c == 10:
            out = out + "\\n"
        elif c == 13:
            out = out + "\\r"
        elif c == 9:
            out = out + "\\t"
        elif c == quote[0]:
            out = out + "\\" + [c]
        elif c < 32 or c > 126:
            return quote(s)
        else:
            out = out + [c]
        i += 1
    return out + quote

def text_or_none(a: V) -> V:
    if a is None or a is Str:
        return a
    raise TypeError(unknown)

def no_attribute(a: V, about: V):
    if a is Dict:
        if FACTORIES[a.dict] is not Unbound:
            unsupported("an attribute")
    if has_methods(a) or is_named(a) or a is Class or a is Module or a is Function or a is Closure or a is Exception or a is Iterator or a is Builtin or a is Method or a is Foreign or a is Pattern or a is Match:
        unsupported("an attribute")
    raise AttributeError(about)

def exception_args(a: V) -> V:
    if a is Exception:
        if len(a.args) == 1 and (a.args[0] is Unbound or a.args[0] is Foreign):
            unsupported("the message of this exception")
        return Tuple(error_args(a))
    no_attribute(a, Unbound)
    unsupported("an attribute")

def callable_(a: V) -> V:
    if has_methods(a):
        return object_callable(a)
    return Bool(a is Function or a is Closure or a is Class or (a is Builtin and a.builtin != atom("NotImplemented")) or a is Method)

def object_callable(a: V) -> V:
    ...

def type_of(a: V) -> V:
    if a is Outside:
        return object_type(a)
    if a is Int:
        return Class(atom("int"))
    if a is Bool:
        return Class(atom("bool"))
    if a is Str:
        return Class(atom("str"))
    if a is Float:
        return Class(atom("float"))
    if a is List:
        return Class(atom("list"))
    if a is Tuple:
        return Class(a.tuple_of)
    if a is Dict:
        if FACTORIES[a.dict] is not Unbound:
            unsupported("type of this value")
        return Class(atom("dict"))
    if a is Set:
        return Class(atom("set"))
    if a is Bytes:
        return Class(atom("bytes"))
    if a is Range:
        return Class(atom("range"))
    if a is None:
        return Class(atom("NoneType"))
    if a is Exception:
        return Class(a.kind)
    if a is Object:
        return Class(CLASSES[a.object])
    if a is Member:
        return Class(a.member_of)
    # A closure may stand for what the library makes of a function: a partial one, or one that remembers.
    if a is Function:
        return Class(atom("function"))
    if a is Method and not is_closed(a.receiver):
        return Class(atom("method"))
    if a is Class:
        # Of a class that is not modelled, it may be another.
        if exception_class(a.name):
            return Class(atom("type"))
        return Class(atom("type"))
    unsupported("type of this value")

# Has it only the attributes of its type?
def is_closed(a: V) -> bool:
    return a is Int or a is Bool or a is Str or a is Float or a is None or a is List or (a is Tuple and not is_named(a)) or a is Dict or a is Set or a is Range or a is Bytes or a is View or a is Pattern or a is Match

# A tuple of a class of named tuples; one of a class is what a class of these makes, and a plain one what it has within.
def is_named(a: V) -> bool:
    return a is Tuple and a.tuple_of != atom("tuple")

def named(c: V, items: V) -> V:
    return Tuple(items.items, c.name)

def plain(a: V) -> V:
    return Tuple(a.items)

# It cannot be given attributes, nor lose those it has.
def closed_attribute(a: V, about: V) -> V:
    if a is Dict:
        if FACTORIES[a.dict] is not Unbound:
            unsupported("assignment to an attribute")
    if is_closed(a):
        raise AttributeError(about)
    unsupported("assignment to an attribute")

def object_type(a: V) -> V:
    ...

def isinstance_(a: V, b: V) -> bool:
    if a is Outside and b is not Tuple or b is Outside:
        return object_isinstance(a, b)
    if b is Class:
        return instance_of(a, b.name)
    if b is Tuple:
        i = 0
        while i < len(b.items):
            if isinstance_(a, b.items[i]):
                return True
            i += 1
        return False
    if has_methods(b):
        unsupported("isinstance of an object")
    raise TypeError("isinstance() arg 2 must be a type, a tuple of types, or a union")

def object_isinstance(a: V, b: V) -> bool:
    ...

def instance_of(a: V, c: atom) -> bool:
    if a is Outside:
        return object_isinstance(a, Class(c))
    if a is Member:
        return is_subclass(a.member_of, c)
    if c == atom("int"):
        return a is Int or a is Bool
    if c == atom("bool"):
        return a is Bool
    if c == atom("str"):
        return a is Str
    if c == atom("float"):
        return a is Float
    if c == atom("list"):
        return a is List
    if c == atom("tuple"):
        return a is Tuple
    if c == atom("dict"):
        return a is Dict
    if c == atom("set"):
        return a is Set
    if c == atom("bytes"):
        return a is Bytes
    if c == atom("range"):
        return a is Range
    if c == atom("object"):
        return True
    if c == atom("NoneType"):
        return a is None
    if c == atom("type"):
        return a is Class
    if a is Exception:
        return is_subclass(a.kind, c)
    if a is Object:
        return is_subclass(CLASSES[a.object], c)
    if is_named(a):
        return is_subclass(a.tuple_of, c)
    if is_closed(a):
        return False
    if a is Function or a is Closure:
        return c == atom("function")
    if a is Method and not is_closed(a.receiver):
        return c == atom("method")
    if a is Class:
        # Of a class that is not modelled, the class may be another.
        if exception_class(a.name):
            return False
        return False
    unsupported("isinstance of this value")

def issubclass_(a: V, b: V) -> bool:
    if has_methods(a) or has_methods(b) or a is Foreign or b is Foreign:
        unsupported("issubclass of an object")
    if a is not Class:
        raise TypeError("issubclass() arg 1 must be a class")
    if b is Class:
        return class_below(a.name, b.name)
    if b is Tuple:
        i = 0
        while i < len(b.items):
            if issubclass_(a, b.items[i]):
                return True
            i += 1
        return False
    raise TypeError("issubclass() arg 2 must be a class, a tuple of classes, or a union")

def class_below(a: atom, b: atom) -> bool:
    if a == b or b == atom("object"):
        return True
    if a == atom("bool"):
        return b == atom("int")
    if a == atom("int") or a == atom("float") or a == atom("str") or a == atom("list") or a == atom("tuple"):
        return False
    if a == atom("bytes") or a == atom("bytearray") or a == atom("frozenset") or a == atom("complex"):
        return False
    if a == atom("dict") or a == atom("set") or a == atom("range") or a == atom("NoneType") or a == atom("object"):
        return False
    return is_subclass(a, b)

# What may leave the client: a message that is not modelled must not be compared.
def observed(a: V) -> V:
    if a is Exception:
        if len(a.args) == 1 and (a.args[0] is Unbound or a.args[0] is Foreign):
            unsupported("the message of this exception")
        return Exception(a.kind, a.args, False)
    if a is Iterator:
        return observed_iterator(a)
    return a
