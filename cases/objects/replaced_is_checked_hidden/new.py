from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Version:
    major: int
    minor: int = 0

    def __post_init__(self):
        if self.minor < 0:
            raise ValueError("negative")

    def bump(self, minor):
        return replace(self, minor=self.minor + minor)
