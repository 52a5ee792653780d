var balance: int;
var fees: int;

procedure Withdraw(amount: int) returns (ok: bool)
  modifies balance, fees;
{
  fees := fees + 1;
  ok := amount <= balance;
  if (ok) { balance := balance - amount; }
}
