def connect(host, *, port=80, timeout=10):
    return f"{host}:{port}/{timeout}"


def client(host, **kwargs):
    kwargs.setdefault("timeout", 30)
    return connect(host, **kwargs)
