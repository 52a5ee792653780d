def f(s: str):
    try:
        return f"{s:,}"
    except ValueError:
        return "no"
