def rule(width):
    if width <= 0:
        return ""
    return "-" * width


def client(width: int) -> str:
    if width > 3 or width < -3:
        return "wide"
    return rule(width)
