import lib


def noted(x: int):
    lib.note()
    return lib.total(x)


def noted_in_table(x: int):
    lib.note_in_table()
    return lib.total(x)


def read(x: int):
    return lib.total(x)
