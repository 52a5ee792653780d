procedure Price(kind: int) returns (p: int)
{
  if (kind == 1) { p := 10; }
  else if (kind == 2) { p := 20; }
  else { p := 5; }
}
