from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Version:
    major: int
    minor: int = 0

    def bump(self, minor):
        return replace(self, minor=self.minor + minor)
