from a import g
