def kind(code):
    if code == 0:
        return "ok"
    if code == 1 or code == 2:
        return "retry"
    if code < 0:
        return "signal"
    return "fail"


def client(code: int) -> str:
    return kind(code)
