var taken: int;
procedure claim(n: int) returns (done: bool)
  modifies taken;
{
  done := taken + n <= 10;
  if (done) { taken := taken + n; }
}
procedure main(a: int, b: int)
  modifies taken;
{
  var x, y: bool;
  call x := claim(a);
  call y := claim(b);
  assert taken <= 10;
}
