from money.core import split, whole
