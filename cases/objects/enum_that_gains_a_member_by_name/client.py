from library import Level


def level(urgent: bool) -> str:
    return (Level.HIGH if urgent else Level.LOW).name.lower()
