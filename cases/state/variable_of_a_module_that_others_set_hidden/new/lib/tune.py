from . import conf


def up():
    conf.N = 1
