from dataclasses import dataclass, field


@dataclass
class Job:
    number: int
    note: str = field(default="", compare=False)
    tags: list = field(default_factory=list)
