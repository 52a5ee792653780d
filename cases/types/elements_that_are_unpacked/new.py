def f(items):
    total = 0
    for name, price in items:
        total += price * 2
    return total
