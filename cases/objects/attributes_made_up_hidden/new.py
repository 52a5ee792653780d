class Row:
    def __init__(self, values):
        self._values = values

    def __getattr__(self, name):
        return self._values.get(name)
