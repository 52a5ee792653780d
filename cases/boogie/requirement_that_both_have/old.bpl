procedure p(x: int) returns (r: int)
  requires x > 0;
{
  r := if x < 0 then 0 else x;
}
