from library import snake


def column(index: int) -> str:
    return snake("columnName") + str(index)
