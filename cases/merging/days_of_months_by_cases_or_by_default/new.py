def days_in(month: int, leap: int) -> int:
    days = 31
    if month == 4 or month == 6:
        days = 30
    elif month == 9 or month == 11:
        days = 30
    elif month == 2:
        days = 28
        if leap > 0:
            days += 1
    return days


def span(m0: int, d0: int, m1: int, d1: int, m2: int, d2: int, m3: int, d3: int, m4: int, d4: int, m5: int, d5: int, leap: int) -> int:
    total = 0
    if d0 > days_in(m0, leap):
        d0 = days_in(m0, leap)
    total = total + d0
    if d1 > days_in(m1, leap):
        d1 = days_in(m1, leap)
    total = total + d1
    if d2 > days_in(m2, leap):
        d2 = days_in(m2, leap)
    total = total + d2
    if d3 > days_in(m3, leap):
        d3 = days_in(m3, leap)
    total = total + d3
    if d4 > days_in(m4, leap):
        d4 = days_in(m4, leap)
    total = total + d4
    if d5 > days_in(m5, leap):
        d5 = days_in(m5, leap)
    total = total + d5
    return total
