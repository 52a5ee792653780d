def run(command):
    match command:
        case ["go", ("north" | "south") as direction]:
            return "going " + direction
        case ["go", _]:
            return "no such way"
        case ["stop", *_]:
            return "stopped"
        case _:
            return "unknown"
