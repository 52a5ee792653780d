from logs import note


def visit(page, user):
    note(page)
    note(user)
    return page
