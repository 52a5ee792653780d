from library import Account


def spend(balance: int, amount: int) -> int:
    if amount < 1:
        return balance
    try:
        return Account(balance).withdraw(amount)
    except ValueError:
        return balance
