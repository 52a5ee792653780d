from lib import read_date


def is_leap_day(is_leap: bool) -> bool:
    y, m, d = read_date("2024-02-29" if is_leap else "2023-02-28")
    return (m, d) == (2, 29)
