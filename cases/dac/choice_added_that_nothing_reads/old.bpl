procedure f(x: int) returns (log: int)
{
  var u: int;
  var r: int;
  havoc r;
  assert r != x;
}
