from dataclasses import dataclass


@dataclass(order=True)
class Task:
    priority: int
    size: int = 1
