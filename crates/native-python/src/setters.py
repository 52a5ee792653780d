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


FINDING = {"globals", "exec", "setattr", "vars"}
"""Words of code that sets variables whose names it computes."""
CHANGES = {"STORE_SUBSCR", "DELETE_SUBSCR", "STORE_ATTR", "DELETE_ATTR", "BINARY_OP", "CALL", "CALL_FUNCTION_EX", "STORE_GLOBAL"}
"""Steps that may change an object in place."""


def objects_it_leads_to(functions):
    """The containers that code finds by its names, and those in them."""
    found, left = {}, []
    for function in functions:
        left += [function.__globals__[word] for word in words_of(function.__code__) if word in function.__globals__]
        left += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        left += [cell.cell_contents for cell in function.__closure__ or () if cell != types.CellType()]
    while left and len(found) < 500:
        value = left.pop()
        if id(value) in found or isinstance(value, (types.FunctionType, types.ModuleType)):
            continue
        if isinstance(value, (types.BuiltinMethodType, types.MethodType)):
            left.append(value.__self__)
        elif isinstance(value, type):
            left += list(vars(value).values()) if is_own_space(value) else []
        elif is_container(value) or type(value) is tuple:
            found[id(value)] = value
            left += dict.values(value) if isinstance(value, dict) else list(value) if type(value) in (list, tuple) else []
            left += list(getattr(value, "__dict__", {}).values())
    return {key for key, value in found.items() if type(value) is not tuple}


def what_it_leads_to(function):
    """All functions of the program that it may call, and the names in them."""
    found, open_functions, seen = set(), [function], {}
    while open_functions and len(seen) < 200:
        one = open_functions.pop()
        if one.__code__ in seen:
            continue
        seen[one.__code__] = one
        words = words_of(one.__code__)
        found |= words
        spaces = [one.__globals__, *(vars(value) for value in map(one.__globals__.get, words) if is_own_space(value))]
        values = [space[word] for word in words for space in spaces if word in space]
        open_functions += [part for part in map(code_behind, values) if part is not None and is_own_function(part)]
    return list(seen.values()), found


def is_own_space(value):
    name = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None) if isinstance(value, type) else None
    return name in sys.modules and is_own(name, sys.modules[name])


def is_own_function(function):
    name = function.__module__
    return name in sys.modules and is_own(name, sys.modules[name])


def callables():
    """Functions of the modules, and methods of their classes, by their places."""
    found = []
    for module_name, module in own_modules().items():
        for name, value in vars(module).items():
            if isinstance(value, types.FunctionType):
                found.append(f"{module_name}.{name}")
            elif isinstance(value, type) and value.__module__ == module_name:
                found += [f"{module_name}.{name}.{member}" for member in vars(value)]
    return sorted(found)


def setters(state):
    """Functions and methods of classes that set what the client reads, by their texts. What only one version has, callers of
    old cannot call, or those of new could not before."""
    client = code_behind(state.function)
    if client is None:
        return []
    reached, read = what_it_leads_to(client)
    objects = objects_it_leads_to(reached)
    found = []
    for module_name, module in sorted(own_modules().items()):
        # Names that lead to it from the client's module, or from modules.
        prefix = "" if module is state.module else f"{module_name}."
        if "." in module_name and not hasattr(sys.modules.get(module_name.split(".")[0]), module_name.split(".")[1]):
            continue
        for name, value in sorted(vars(module).items()):
            has_both = lambda place: common_callables is None or f"{module_name}.{place}" in common_callables
            if isinstance(value, types.FunctionType) and value.__module__ == module_name and has_both(name):
                found.append((f"{prefix}{name}", value, False))
            elif isinstance(value, type) and value.__module__ == module_name:
                members = sorted(vars(value).items())
                found += [(f"{prefix}{name}.{member}", kept.__func__, isinstance(kept, classmethod)) for member, kept in members if isinstance(kept, (classmethod, staticmethod)) and has_both(f"{name}.{member}")]
    others = [row for row in found if isinstance(row[1], types.FunctionType) and row[1].__code__ is not client.__code__]
    direct = [row for row in others if what_it_sets(row[1]) & read]
    # What it changes may have another name there, or the function that changes it.
    rest = [row for row in others if row not in direct and may_change(row[1], read, objects)]
    return [*direct, *rest][:MOST_SETTERS]


def may_change(function, read, objects):
    reached, words = what_it_leads_to(function)
    if words & FINDING or any(what_it_sets(one) & read for one in reached):
        return True
    has_changes = any(step.opname in CHANGES for one in reached for step in dis.get_instructions(one.__code__))
    return has_changes and not objects.isdisjoint(objects_it_leads_to(reached))
