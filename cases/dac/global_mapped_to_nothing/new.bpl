var taken: int;
procedure take(n: int) returns (done: bool)
  modifies taken;
{
  done := taken + n <= 10;
  if (done) { taken := taken + n; }
}
procedure main(a: int, b: int)
  modifies taken;
{
  var x, y: bool;
  call x := take(a);
  call y := take(b);
  assert taken <= 10;
}
