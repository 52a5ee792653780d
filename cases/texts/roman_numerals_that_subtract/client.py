from library import roman


def chapter(n: int) -> str:
    if not 0 < n < 40:
        raise ValueError("no such chapter")
    return "Chapter " + roman(n)
