def const():
    total = 0
    for i in range(4):
        total = total + 1
    return total
