_lines = []


def note(line: str) -> None:
    _lines.append(line)


def last() -> str:
    return _lines[-1] if _lines else ""
