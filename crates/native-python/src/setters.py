"""Calls of other functions that come before the client's: what they leave behind may be what tells the versions apart."""
import dis

MOST_SETTERS = 12
STEP = "#"
"""So begins the text of such a call, whose outcome is nobody's."""


def is_container(value):
    if isinstance(value, (list, dict, set, collections.deque)):
        return True
    module = sys.modules.get(type(value).__module__)
    return module is not None and not isinstance(value, (type, enum.Enum)) and is_own(type(value).__module__, module)


def what_it_sets(function):
    """Names of variables and attributes that a function may give another value, or change in place."""
    found = set()
    for step in dis.get_instructions(function.__code__):
        if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR"):
            found.add(step.argval)
        elif step.opname == "LOAD_GLOBAL" and is_container(function.__globals__.get(step.argval)):
            found.add(step.argval)
    return found


def what_it_reads(function):
    """Names in a function and in all functions of the program that it leads to."""
    found, open_functions, seen = set(), [function], set()
    while open_functions and len(seen) < 200:
        one = open_functions.pop()
        if one.__code__ in seen:
            continue
        seen.add(one.__code__)
        words = words_of(one.__code__)
        found |= words
        spaces = [one.__globals__, *(vars(value) for value in map(one.__globals__.get, words) if is_own_space(value))]
        values = [space[word] for word in words for space in spaces if word in space]
        open_functions += [part for part in map(code_behind, values) if part is not None and is_own_function(part)]
    return found


def is_own_space(value):
    name = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None) if isinstance(value, type) else None
    return name in sys.modules and is_own(name, sys.modules[name])


def is_own_function(function):
    name = function.__module__
    return name in sys.modules and is_own(name, sys.modules[name])


def setters(state):
    """Functions and methods of classes that set what the client reads, by their texts."""
    client = code_behind(state.function)
    if client is None:
        return []
    read = what_it_reads(client)
    found = []
    for module_name, module in sorted(own_modules().items()):
        # Names that lead to it from the client's module, or from modules.
        prefix = "" if module is state.module else f"{module_name}."
        if "." in module_name and not hasattr(sys.modules.get(module_name.split(".")[0]), module_name.split(".")[1]):
            continue
        for name, value in sorted(vars(module).items()):
            if isinstance(value, types.FunctionType) and value.__module__ == module_name:
                found.append((f"{prefix}{name}", value, False))
            elif isinstance(value, type) and value.__module__ == module_name:
                members = sorted(vars(value).items())
                found += [(f"{prefix}{name}.{member}", kept.__func__, isinstance(kept, classmethod)) for member, kept in members if isinstance(kept, (classmethod, staticmethod))]
    is_setter = lambda function: isinstance(function, types.FunctionType) and function.__code__ is not client.__code__ and what_it_sets(function) & read
    return [row for row in found if is_setter(row[1])][:MOST_SETTERS]
