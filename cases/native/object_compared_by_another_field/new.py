from dataclasses import dataclass, field


@dataclass(order=True)
class Job:
    priority: int = field(compare=False)
    name: str


def first(a: Job, b: Job):
    return min(a, b).name
