from library import client


def url(host: str, port: int) -> str:
    return client(host, port=port)
