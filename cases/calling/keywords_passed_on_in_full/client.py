from library import client


def url(host: str, port: int, timeout: int) -> str:
    return client(host, port=port, timeout=timeout)
