procedure f(x: int) returns (log: int)
{
  var u: int;
  var r: int;
  havoc u;
  havoc r;
  assert r != x;
}
