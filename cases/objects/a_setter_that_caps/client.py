from library import Tank


def fill(amount: int) -> int:
    tank = Tank(10)
    tank.level = amount
    return tank.level
