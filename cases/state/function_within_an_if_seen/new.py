D = {'n': 0}
if True:
    def bump():
        D['n'] += 1


def f(x: int):
    bump()
    return 1
