from lib import read_date


def message(is_long: bool) -> str:
    try:
        read_date("1-x-3-4" if is_long else "1-2-3")
    except ValueError as error:
        return str(error)
    return ""
