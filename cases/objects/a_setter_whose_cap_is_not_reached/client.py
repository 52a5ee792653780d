from library import Tank


def fill(amount: int) -> int:
    tank = Tank(10)
    tank.level = amount % 11
    tank.level += 0
    return tank.level
