from dataclasses import dataclass


@dataclass(order=True)
class Task:
    size: int
    priority: int = 1
