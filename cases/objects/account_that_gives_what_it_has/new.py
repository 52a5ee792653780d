class InsufficientFunds(ValueError):
    def __init__(self, missing):
        super().__init__(f"{missing} short")
        self.missing = missing


class Account:
    def __init__(self, balance=0):
        self.balance = balance

    def withdraw(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        if amount > self.balance:
            raise InsufficientFunds(amount - self.balance)
        self.balance -= amount
        return self.balance
