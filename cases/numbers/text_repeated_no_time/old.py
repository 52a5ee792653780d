def rule(width):
    return "-" * width


def client(width: int) -> str:
    if width > 3 or width < -3:
        return "wide"
    return rule(width)
