from library import Point


def of_point() -> int:
    return Point().describe()
