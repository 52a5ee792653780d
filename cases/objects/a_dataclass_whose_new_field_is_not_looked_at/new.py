from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int
    z: int = 0

    def size(self) -> int:
        return abs(self.x) + abs(self.y) + abs(self.z)
