TEMPLATE = "{name} ({age})"


def card(name, age):
    return TEMPLATE.format(name=name, age=age)
