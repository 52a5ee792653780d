from dataclasses import dataclass, field


@dataclass
class Cart:
    items: list = field(default_factory=list)

    def add(self, item: int):
        self.items.append(item)
        return self
