def run(command):
    match command:
        case ["go", direction]:
            return "going " + direction
        case ["stop"]:
            return "stopped"
        case _:
            return "unknown"
