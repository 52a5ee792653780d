class Account:
    def __init__(self, owner: str, balance: int):
        self.owner = owner
        self.balance = balance
        self.moves = 0

    def withdraw(self, amount: int) -> bool:
        if amount > self.balance:
            return False
        self.balance -= amount
        self._note()
        return True

    def _note(self):
        self.moves += 1

    def is_rich(self) -> bool:
        return self.balance > 100

    @property
    def title(self) -> str:
        return self.owner + "!"


def move(source: Account, target: Account, amount: int) -> bool:
    if source.withdraw(amount):
        target.balance += amount
        return True
    return False


def total(a: Account, b: Account) -> int:
    return a.balance + b.balance
