var balance: int;
var fees: int;

procedure Withdraw(amount: int) returns (ok: bool)
  modifies balance, fees;
{
  ok := amount <= balance;
  if (ok) {
    balance := balance - amount;
    fees := fees + 1;
  }
}
