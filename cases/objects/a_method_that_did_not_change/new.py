class Account:
    def __init__(self, owner: str, balance: int):
        self.owner = owner
        self.balance = balance
        self.moves = 0

    def withdraw(self, amount: int) -> bool:
        if amount > self.balance or amount < 0:
            return False
        self.balance -= amount
        self._note()
        return True

    def _note(self):
        self.moves += 1

    def is_rich(self) -> bool:
        return not self.balance <= 100

    @property
    def title(self) -> str:
        return self.owner + "!" if self.owner else ""


def move(source: Account, target: Account, amount: int) -> bool:
    before = target.balance
    if source.withdraw(amount):
        target.balance = before + amount
        return True
    return False


def total(a: Account, b: Account) -> int:
    return sum([a.balance, b.balance])
