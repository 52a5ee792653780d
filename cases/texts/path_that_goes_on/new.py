import os.path


def locate(base, name):
    return os.path.join(base, name)
