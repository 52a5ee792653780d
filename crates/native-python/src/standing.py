# Which names of the version's own modules hold a function that stands in the source as it was defined.
#
# A wrapper, a function with a default that was put into it later, and one that another function made are not such.


def plain_functions():
    """For each module its names, with the module and the name of the definition."""
    own = own_modules()
    return {name: {held: found for held, value in vars(module).items() if (found := definition_of(value, own))} for name, module in own.items()}


def definition_of(value, own):
    if type(value) is not types.FunctionType or value.__module__ not in own:
        return None
    home = own[value.__module__]
    is_here = os.path.realpath(value.__code__.co_filename) == os.path.realpath(getattr(home, "__file__", None) or "")
    is_plain = not value.__closure__ and not vars(value) and value.__globals__ is vars(home)
    is_named = value.__name__ == value.__qualname__ == value.__code__.co_name and vars(home).get(value.__name__) is value
    return [value.__module__, value.__name__] if is_here and is_plain and is_named else None
