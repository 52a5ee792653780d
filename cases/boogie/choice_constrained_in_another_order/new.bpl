procedure Roll() returns (d: int)
{
  var x: int;
  havoc x;
  assume !(x < 1);
  assume x < 7;
  d := x;
}
