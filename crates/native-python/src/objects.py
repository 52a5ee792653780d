# Objects of the program's own classes, by ways that were tried: constructors, functions and methods that give one, values
# that modules hold, and what methods make of them.

MOST_OBJECTS = 10
"""Of one class so many are kept."""
MOST_FIRST, MOST_TRIED = 14, 40
"""So many constructor calls are tried for one that works, and while few do."""
TRYING, ALL_TRYING = 0.2, 1.2
"""Seconds for one class, and for all."""


def attempt(work):
    """What it gives, in a tuple; nothing where it fails, takes too long, or wants what it may not."""
    global is_timed, is_watching, refusal, was_late
    step()
    output, sys.stdout = sys.stdout, Output()
    refusal, was_late, is_timed, is_watching = None, False, True, True
    given = None
    try:
        given = (work(),)
    except BaseException:
        pass
    finally:
        is_timed = is_watching = False
        sys.stdout = output
        took_output()
    return given if refusal is None and not was_late else None


class Objects:
    """Knows texts that give objects of a class, the simplest first, each with how certain its parts are."""

    def __init__(self, inputs, tries, documented):
        self.inputs, self.tries, self.documented = inputs, tries, documented
        self.known, self.waiting = {}, set()
        self.spent = 0.0
        self.found_by_calls = None

    def of(self, kind):
        if kind not in self.known:
            if kind in self.waiting or not self.tries or self.spent > ALL_TRYING:
                return []
            self.waiting.add(kind)
            began = now()
            self.known[kind] = self.find(kind, began)
            if len(self.waiting) == 1:
                self.spent += since(began)
            self.waiting.discard(kind)
        return self.known[kind]

    def value(self, text):
        """The value of a text, in a tuple; nothing if it cannot be made."""
        return attempt(lambda: eval(text, {"__builtins__": builtins}, self.inputs.state.namespace()))

    def find(self, kind, began):
        found = {}
        for text, certainty in self.ways(kind, began):
            if text not in found and len(text) < 400:
                given = self.value(text)
                if given is not None and isinstance(given[0], kind):
                    found[text] = certainty
            if len(found) >= MOST_OBJECTS or since(began) > TRYING:
                break
        rows = sorted(found.items(), key=lambda row: ("deum".index(row[1]), len(row[0])))
        return rows + self.changed_by_methods(kind, rows, began)

    def ways(self, kind, began):
        """Texts that may give an object of the class."""
        name = self.inputs.types.name_of(kind)
        if name:
            made = 0
            for number in range(MOST_TRIED):
                if number >= MOST_FIRST and not made:
                    break
                text, certainty = self.described(lambda: self.inputs.constructed(name, kind, number == 0))
                made += self.value(text) is not None
                yield text, certainty
                if made >= MOST_OBJECTS // 2:
                    break
        yield from ((text, "d") for text in held_by_modules(kind)[:4])
        if name:
            yield from self.by_class_methods(name, kind)
        yield from self.by_functions(kind)
        for part in all_subclasses(kind)[:8]:
            if is_own_class(part) and not inspect.isabstract(part):
                yield from self.of(part)[:2]

    def described(self, make):
        """A text, with how certain it is that a caller may give such values."""
        inputs = self.inputs
        before, inputs.certainty, inputs.depth = (inputs.certainty, inputs.depth), "d", 2
        try:
            return make(), inputs.certainty
        except Exception:
            return "None", "u"
        finally:
            inputs.certainty, inputs.depth = before

    def by_class_methods(self, name, kind):
        for member, value in sorted(class_members(kind).items()):
            if isinstance(value, (classmethod, staticmethod)) and not member.startswith("_"):
                function = getattr(kind, member, None)
                for _ in range(3):
                    yield self.described(lambda: f"{name}.{member}({self.inputs.arguments_for(function)})")

    def by_functions(self, kind):
        """Calls of the program's functions that were seen to give such an object."""
        if self.found_by_calls is None:
            self.found_by_calls = {}
            self.call_functions()
        for known, rows in list(self.found_by_calls.items()):
            if issubclass(known, kind):
                yield from rows[:4]

    def call_functions(self):
        began = now()
        for text in self.documented:
            given = self.value(text) if len(text) < 300 else None
            if given is not None:
                self.keep(text, "e", given[0])
        functions = public_functions(self.inputs.module)
        for number in range(2):
            for path, function in functions:
                if since(began) > TRYING * 2:
                    return
                text, certainty = self.described(lambda: f"{path}({self.inputs.arguments_for(function)})")
                given = self.value(text)
                if given is not None:
                    self.keep(text, certainty, given[0])

    def keep(self, text, certainty, value):
        """Keeps the text for what it gives, and for the parts of that."""
        parts = [(text, value)]
        if isinstance(value, (list, tuple)) and value:
            parts.append((f"{text}[0]", value[0]))
        parts += [(f"{text}.{name}", part) for name, part in fields(value)[:20]] if is_own_class(type(value)) else []
        for place, part in parts:
            if is_own_class(type(part)):
                rows = self.found_by_calls.setdefault(type(part), [])
                if len(rows) < 6 and (place, certainty) not in rows:
                    rows.append((place, certainty))

    def changed_by_methods(self, kind, rows, began):
        """Objects to which something was done."""
        found = []
        methods = [name for name, value in sorted(class_members(kind).items()) if is_public_method(name, value)]
        for number in range(2):
            for member in methods[:25]:
                if not rows or len(found) >= MOST_OBJECTS or since(began) > TRYING * 2:
                    return found
                base, certainty = rows[(number + len(found)) % len(rows)]
                function = class_members(kind)[member]
                call, certainty_of_call = self.described(lambda: self.inputs.arguments_for(function, skips_first=True))
                text = f"after({base}, lambda it: it.{member}({call}))"
                if len(text) < 400 and self.changes(base, text):
                    found.append((text, max(certainty, certainty_of_call, key="deum".index)))
        return found

    def changes(self, base, text):
        """Does what is done to the object leave it another one?"""
        told = []
        for one in (base, text):
            given = self.value(one)
            seen = given and attempt(lambda: placeless(Canon(draws=False).of(given[0])))
            told.append(seen and seen[0])
        return None not in told and told[0] != told[1]


def is_own_class(kind):
    return isinstance(kind, type) and kind.__module__ in sys.modules and is_own(kind.__module__, sys.modules[kind.__module__])


def class_members(kind):
    """What the class and those of its bases that belong to the program define."""
    found = {}
    for base in reversed(kind.__mro__):
        if is_own_class(base):
            found.update(vars(base))
    return found


def is_public_method(name, value):
    if not isinstance(value, types.FunctionType) or name.startswith("_"):
        return name in ("__setitem__", "__iadd__") and isinstance(value, types.FunctionType)
    return name != job["function"].split(".")[-1]


def held_by_modules(kind):
    """Texts of objects that modules hold in globals, and their classes in attributes; or collections of such."""
    found = []
    for module_name, module in sorted(own_modules().items()):
        for name, value in list(vars(module).items()):
            if name.startswith("__"):
                continue
            if isinstance(value, kind):
                found.append(f"{module_name}.{name}")
            elif type(value) is dict and value:
                key, part = next(iter(value.items()))
                if isinstance(part, kind) and is_plain_value(key):
                    found.append(f"{module_name}.{name}[{key!r}]")
            elif type(value) in (list, tuple) and value and isinstance(value[0], kind):
                found.append(f"{module_name}.{name}[0]")
            elif is_own_class(value) and value.__module__ == module_name:
                held = [part for part, inner in vars(value).items() if isinstance(inner, kind) and not part.startswith("__")]
                found += [f"{module_name}.{name}.{part}" for part in held[:2]]
    return found


def public_functions(module):
    """Functions of the program that take little, with how inputs name them, those nearest to the client first."""
    found = []
    package = (module.__name__ or "").split(".")[0]
    names = sorted(own_modules(), key=lambda name: (name != module.__name__, name != package, name.count("."), name))
    for module_name in names[:40]:
        if module_name.split(".")[0] == package:
            for name, value in list(vars(sys.modules[module_name]).items()):
                is_there = isinstance(value, types.FunctionType) and value.__module__ == module_name
                if is_there and not name.startswith("_") and value.__code__.co_argcount <= 6:
                    found.append((f"{module_name}.{name}", value))
    return found[:120]
