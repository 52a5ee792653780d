def discount(age: int, age2: int, items: int, weight: int, distance: int, night: int, member: int, coupon: int, returns: int, visits: int, gift: int, fragile: int, insured: int, express: int, cash: int, invoice: int, year: int, friend: int) -> int:
    plus = 0
    minus = 0
    if age < 18:
        plus += 5
    if age2 > 64:
        plus += 7
    if items > 10:
        plus += 3
    if weight > 20:
        minus += 4
    if distance > 100:
        minus += 9
    if night > 0:
        minus += 2
    if member > 0:
        plus += 6
    if coupon > 0:
        plus += 10
    if returns > 3:
        minus += 5
    if visits > 50:
        plus += 4
    if gift > 0:
        minus += 1
    if fragile > 0:
        minus += 3
    if insured > 0:
        minus += 2
    if express > 0:
        minus += 8
    if cash > 0:
        plus += 1
    if invoice > 0:
        minus += 1
    if year > 5:
        plus += 2
    if friend > 0:
        plus += 3
    return max(0, plus - minus)
