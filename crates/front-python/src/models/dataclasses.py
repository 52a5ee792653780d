# What the standard library's dataclasses does with objects of data classes. What it asks these for is written with the
# class.

def replace(obj, /, **changes):
    try:
        replaced = obj.__dataclass_replaced__
    except AttributeError:
        raise TypeError
    return replaced(**changes)

def astuple(obj):
    try:
        values = obj.__dataclass_values__
    except AttributeError:
        raise TypeError
    made = []
    for value in values():
        made.append(py_copied_value(value))
    return tuple(made)

def asdict(obj):
    try:
        values = obj.__dataclass_values__
        names = obj.__dataclass_names__
    except AttributeError:
        raise TypeError
    made = {}
    for name, value in zip(names(), values()):
        made[name] = py_copied_value(value)
    return made
