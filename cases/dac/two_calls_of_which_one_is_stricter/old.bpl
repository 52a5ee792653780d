var balance, fee: int;

procedure charge(amount: int) returns (ok0: bool)
  modifies balance;
{
  ok0 := balance >= amount;
  if (ok0) { balance := balance - amount; }
}

procedure pay(a: int, b: int)
  modifies balance;
{
  var first, second: bool;
  call first := charge(a);
  call second := charge(b);
  assert first;
  assert second || b > 0;
}
