from logs import count, note


def visit(page, user):
    note(user)
    count(page)
    return page
