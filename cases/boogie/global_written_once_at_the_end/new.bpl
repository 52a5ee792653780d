var fees: int;
var balance: int;

procedure Withdraw(amount: int) returns (ok: bool)
  modifies balance, fees;
{
  var rest: int;
  rest := balance - amount;
  ok := rest >= 0;
  if (!ok) { return; }
  fees, balance := fees + 1, rest;
}
