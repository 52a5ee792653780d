from lib import Slug


def accepts(text: str) -> bool:
    return Slug().is_fine(text)
