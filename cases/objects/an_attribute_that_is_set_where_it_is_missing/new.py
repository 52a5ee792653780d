class Options:
    def __init__(self, verbose):
        self.verbose = verbose
        if verbose:
            self.depth = 3
