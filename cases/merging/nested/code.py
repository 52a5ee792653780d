def rate(age: int, income: int) -> int:
    if age < 18:
        if income > 1000:
            r = 2
        else:
            r = 1
    else:
        if income > 5000:
            r = 5
        elif income > 2000:
            r = 4
        else:
            r = 3
    return r
