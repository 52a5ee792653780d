TEMPLATE = "{name:<8} ({age:d})"


def card(name, age):
    return TEMPLATE.format(name=name, age=age)
