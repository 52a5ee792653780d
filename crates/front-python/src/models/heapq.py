# What the standard library's heapq gives where the order is total, as it is where sorting is understood. It compares while
# it takes elements and asks for keys, which could be told where these fail: so only of what holds its elements, without keys.

def nsmallest(n, iterable, key=None):
    n = py_only_int(n)
    if key is not None or not isinstance(iterable, (list, tuple, dict, set, str, range)):
        py_give_up_ranking()
    return sorted(iterable)[:n] if n > 0 else []

def nlargest(n, iterable, key=None):
    n = py_only_int(n)
    if key is not None or not isinstance(iterable, (list, tuple, dict, set, str, range)):
        py_give_up_ranking()
    return sorted(iterable, reverse=True)[:n] if n > 0 else []
