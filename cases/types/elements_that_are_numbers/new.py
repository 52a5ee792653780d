def f(prices):
    total = 0
    for price in prices:
        total = price + total
    return total
