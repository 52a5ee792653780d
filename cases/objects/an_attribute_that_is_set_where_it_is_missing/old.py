class Options:
    def __init__(self, verbose):
        self.verbose = verbose
        self.depth = 3
