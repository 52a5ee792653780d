# -*- coding: latin-1 -*-
WORD = "é"


def f(x: int):
    return x + len(WORD)
