from logs import count, note


def visit(page, user):
    count(page)
    note(user)
    return page
