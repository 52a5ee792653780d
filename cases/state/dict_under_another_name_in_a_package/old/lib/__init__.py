from ._state import REGISTRY as registry
from ._state import count, other
