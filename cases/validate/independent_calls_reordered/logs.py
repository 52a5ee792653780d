_counts = {}
_lines = []


def count(name: str) -> None:
    _counts[name] = _counts.get(name, 0) + 1


def note(line: str) -> None:
    _lines.append(line)


def lines() -> int:
    return len(_lines)
