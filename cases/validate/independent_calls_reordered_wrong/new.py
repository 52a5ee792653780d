from logs import note


def visit(page, user):
    note(user)
    note(page)
    return page
