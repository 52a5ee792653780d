def ltfive(x):
    return x < 5
