from lib import Slug


def accepts_known(is_short: bool) -> bool:
    return Slug().is_fine("faq" if is_short else "how-to")
