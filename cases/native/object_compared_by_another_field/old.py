from dataclasses import dataclass, field


@dataclass(order=True)
class Job:
    priority: int
    name: str = field(compare=False)


def first(a: Job, b: Job):
    return min(a, b).name
