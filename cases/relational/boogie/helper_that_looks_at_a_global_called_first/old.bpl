var calls: int;

procedure squares(n: int) returns (s: int)
  modifies calls;
{
  var i: int;
  i := 0;
  s := 0;
  while (i < n)
  {
    s := s + i * i;
    i := i + 1;
    calls := calls + 1;
  }
}

procedure thirds(n: int) returns (c: int)
{
  var k: int;
  k := n;
  c := 0;
  while (k > 0)
  {
    k := k div 3;
    c := c + 1;
  }
}

procedure spent(n: int) returns (c: int)
{
  var k: int;
  k := calls;
  c := 0;
  while (k > n)
  {
    k := k div 2;
    c := c + 1;
  }
}


procedure measure(x: int, y: int) returns (r: int)
  modifies calls;
{
  var a: int;
  var b: int;
  call a := squares(x);
  call b := spent(y);
  r := a + b;
}
