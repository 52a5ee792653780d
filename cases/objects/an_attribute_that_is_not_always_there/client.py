from library import Options


def nesting(verbose: bool) -> int:
    return Options(verbose).depth
