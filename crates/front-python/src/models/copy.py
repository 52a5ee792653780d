# What the standard library's copy does with values of the language's own types.

def copy(x):
    return py_shallow_copied(x)

def deepcopy(x, memo=None, _nil=[]):
    if memo is not None:
        py_give_up_copying()
    return py_deep_copied(x)
