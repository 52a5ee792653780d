from library import Emitter


def fire(x: int) -> list[int]:
    e = Emitter()
    e.on("a", abs)
    e.on("a", abs)
    return e.emit("a", x)
