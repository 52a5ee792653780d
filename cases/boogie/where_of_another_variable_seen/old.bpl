var k: int;
var g: int;

procedure f(x: int) returns (r: int)
{
  r := k;
}
