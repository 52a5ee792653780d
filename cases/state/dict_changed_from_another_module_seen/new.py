D = {'n': 0}


def get():
    return 0
