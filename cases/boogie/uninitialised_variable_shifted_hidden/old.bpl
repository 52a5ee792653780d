procedure P() returns (r: int, s: int)
{
  var k: int;
  r := k;
  s := k + 1;
}
