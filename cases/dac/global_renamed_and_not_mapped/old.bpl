var used: int;
procedure take(n: int) returns (done: bool)
  modifies used;
{
  done := used + n <= 10;
  if (done) { used := used + n; }
}
procedure main(a: int, b: int)
  modifies used;
{
  var x, y: bool;
  call x := take(a);
  call y := take(b);
  assert used <= 10;
}
