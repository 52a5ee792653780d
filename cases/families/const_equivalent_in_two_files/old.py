def const():
    return 5
