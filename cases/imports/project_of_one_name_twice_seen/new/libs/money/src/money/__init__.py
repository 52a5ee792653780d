from money.core import split
