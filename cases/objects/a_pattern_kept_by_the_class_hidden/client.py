from lib import Slug


def accepts_numbers(n: int) -> bool:
    return Slug().is_fine(str(abs(n)))
