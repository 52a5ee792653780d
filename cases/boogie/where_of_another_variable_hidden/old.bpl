var g: int where g > 0 && g == k;
var k: int;

procedure f(x: int) returns (r: int)
{
  r := if k > 0 then 1 else 2;
}
