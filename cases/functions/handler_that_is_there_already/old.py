class Emitter:
    def __init__(self):
        self.handlers = {}

    def on(self, name, handler):
        self.handlers.setdefault(name, []).append(handler)

    def emit(self, name, *args):
        return [h(*args) for h in self.handlers.get(name, [])]
