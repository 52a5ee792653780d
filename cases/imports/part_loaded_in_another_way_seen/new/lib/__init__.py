from .util import g
