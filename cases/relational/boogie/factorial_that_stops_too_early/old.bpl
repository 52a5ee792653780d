procedure Fact(n: int) returns (r: int)
{
  if (n <= 0) { r := 1; return; }
  call r := Fact(n - 1);
  r := n * r;
}
