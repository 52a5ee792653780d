from library import Square


def of_square(side: int) -> int:
    return Square(side).describe()
