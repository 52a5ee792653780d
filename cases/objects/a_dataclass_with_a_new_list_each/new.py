from dataclasses import dataclass, field


@dataclass
class Cart:
    items: list = field(default_factory=list)

    def add(self, item: int):
        if item not in self.items:
            self.items.append(item)
        return self
