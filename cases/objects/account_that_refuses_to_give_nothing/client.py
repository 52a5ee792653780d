from library import Account


def spend(balance: int, amount: int) -> int:
    return Account(balance).withdraw(amount)
