from . import core


def configure(name, value):
    setattr(core, name, value)
