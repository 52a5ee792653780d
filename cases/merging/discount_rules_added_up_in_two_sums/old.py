def discount(age: int, age2: int, items: int, weight: int, distance: int, night: int, member: int, coupon: int, returns: int, visits: int, gift: int, fragile: int, insured: int, express: int, cash: int, invoice: int, year: int, friend: int) -> int:
    d = 0
    if age < 18:
        d = d + 5
    if age2 > 64:
        d = d + 7
    if items > 10:
        d = d + 3
    if weight > 20:
        d = d - 4
    if distance > 100:
        d = d - 9
    if night > 0:
        d = d - 2
    if member > 0:
        d = d + 6
    if coupon > 0:
        d = d + 10
    if returns > 3:
        d = d - 5
    if visits > 50:
        d = d + 4
    if gift > 0:
        d = d - 1
    if fragile > 0:
        d = d - 3
    if insured > 0:
        d = d - 2
    if express > 0:
        d = d - 8
    if cash > 0:
        d = d + 1
    if invoice > 0:
        d = d - 1
    if year > 5:
        d = d + 2
    if friend > 0:
        d = d + 3
    if d < 0:
        d = 0
    return d
