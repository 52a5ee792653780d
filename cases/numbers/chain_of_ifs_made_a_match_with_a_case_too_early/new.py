def kind(code):
    match code:
        case 0:
            return "ok"
        case 1 | 2:
            return "retry"
        case other if other <= 0 or other > 99:
            return "signal"
        case _:
            return "fail"


def client(code: int) -> str:
    return kind(code)
