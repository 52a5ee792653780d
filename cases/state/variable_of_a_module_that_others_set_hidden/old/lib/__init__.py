from . import conf
from .core import g, k
