def pages(items, size):
    return -(-items // size)


def client(items: int) -> int:
    if items < 0 or items > 40:
        return 0
    return pages(items, 8)
