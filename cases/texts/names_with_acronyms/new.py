import re

_acronym = re.compile(r"([A-Z]+)([A-Z][a-z])")
_camel = re.compile(r"([a-z0-9])([A-Z])")


def snake(name):
    name = _acronym.sub(r"\1_\2", name)
    return _camel.sub(r"\1_\2", name).lower()
