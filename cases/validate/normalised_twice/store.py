_items = {}


def put(key: str, value: int) -> None:
    _items[key] = value


def get(key: str) -> int:
    return _items.get(key, 0)


def norm(key: str) -> str:
    return key.strip().lower()
