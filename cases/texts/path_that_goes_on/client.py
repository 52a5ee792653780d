from library import locate


def config(name: str) -> str:
    return locate("/etc", "app-" + name)
