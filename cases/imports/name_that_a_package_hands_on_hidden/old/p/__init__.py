from .inner import rounded as f
