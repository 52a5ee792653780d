procedure Fact(n: int) returns (r: int)
{
  if (n <= 2) { r := 1; return; }
  call r := Fact(n - 1);
  r := r * n;
}
