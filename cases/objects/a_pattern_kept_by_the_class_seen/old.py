import re


class Slug:
    ALLOWED = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

    def is_fine(self, text: str) -> bool:
        return self.ALLOWED.fullmatch(text) is not None
