def ltfive(x):
    for i in range(5):
        if x == i:
            return True
    return False
