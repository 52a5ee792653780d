class Emitter:
    def __init__(self):
        self.handlers = {}

    def on(self, name, handler):
        handlers = self.handlers.setdefault(name, [])
        if handler not in handlers:
            handlers.append(handler)
        return handler

    def emit(self, name, *args, **kwargs):
        return [h(*args, **kwargs) for h in list(self.handlers.get(name, ()))]
