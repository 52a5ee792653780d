from lib import Page


def number(n: int):
    page = Page(n)
    return None if page is None else page.number
