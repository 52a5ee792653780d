def get_sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1
    else:
        return 0
