from dataclasses import dataclass

X = 1


@dataclass
class P:
    xs: int = int()
