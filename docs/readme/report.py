import humanize


def label(size: int) -> str:
    return humanize.naturalsize(size)
