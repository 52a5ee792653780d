procedure P() returns (r: int, s: int)
{
  var k: int;
  s := k;
  r := k - 1;
}
