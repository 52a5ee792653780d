import re


def f(x):
    # Replaces.
    return re.sub(
        "a", "b", x
    )
