D = {'n': 0}


def get():
    return D['n']
