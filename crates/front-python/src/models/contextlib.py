# What the standard library's contextlib does, as far as it is modelled.

def contextmanager(func):
    def helper(*args, **kwds):
        return py_new_manager(func(*args, **kwds))
    return helper

def suppress(*exceptions):
    return py_new_suppressor(exceptions)

def nullcontext(enter_result=None):
    return py_new_nothing(enter_result)
