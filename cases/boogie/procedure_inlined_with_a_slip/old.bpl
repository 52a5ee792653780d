procedure Square(x: int) returns (y: int)
{
  y := x * x;
}

procedure Norm(x: int, y: int) returns (n: int)
{
  var a, b: int;
  call a := Square(x);
  call b := Square(y);
  n := a + b;
}
