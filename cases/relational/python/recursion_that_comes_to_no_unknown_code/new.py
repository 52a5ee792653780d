import logging


def visit(n, depth):
    if n <= 0 or depth > 20:
        return 0
    if depth == 700:
        logging.info("too deep")
    return 1 + visit(n - 1, depth + 1)


def client(x):
    visit(x, 0)
    return 2 * x
