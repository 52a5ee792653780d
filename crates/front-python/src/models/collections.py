# What the standard library's collections does, as far as it is modelled.

def defaultdict(default_factory=None, /, *args, **kwargs):
    if len(args) > 1 or default_factory is not None and not callable(default_factory):
        raise TypeError
    made = dict(args[0]) if args else {}
    made.update(kwargs)
    return py_with_factory(made, default_factory)
