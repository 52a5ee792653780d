# What the standard library's typing does when it runs.

def cast(typ, val):
    return val
