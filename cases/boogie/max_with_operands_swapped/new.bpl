procedure Max(a: int, b: int) returns (r: int)
{
  r := (if b >= a then b else a);
}
