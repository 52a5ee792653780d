def total(*values):
    if not values:
        raise TypeError("nothing to add")
    return sum(values)
