from .n import f
