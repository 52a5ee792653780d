from lib import Money


def with_fee(fee: int, price: int) -> int:
    return (fee + Money(price)).cents
