import json


class Scale:
    def twice(self, n: int):
        shown = self.show(n)
        return shown + "a"

    def show(self, n: int):
        return json.dumps(self.twice(n - 1)) if n > 0 else ""
