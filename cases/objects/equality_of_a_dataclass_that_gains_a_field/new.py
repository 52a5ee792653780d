from dataclasses import dataclass, field


@dataclass
class Point:
    x: int
    y: int
    tags: list[str] = field(default_factory=list)
