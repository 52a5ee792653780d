K = len([1])
