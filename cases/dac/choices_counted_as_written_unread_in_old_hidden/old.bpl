procedure f(x: int) returns (log: int)
{
  var u: int;
  var r: int;
  havoc u;
  havoc r;
  log := 0;
  assert r > x;
}
