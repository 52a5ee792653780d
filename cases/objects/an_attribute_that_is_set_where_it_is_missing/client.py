from library import Options


def nesting(verbose: bool) -> int:
    options = Options(verbose)
    if not options.verbose:
        options.depth = 1
    return options.depth
