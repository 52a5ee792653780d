var k: int;
var g: int where g == k && g > 0;

procedure f(x: int) returns (r: int)
{
  r := k;
}
