procedure Split(n: int) returns (q: int, r: int)
{
  q := n div 4;
  r := n mod 4;
}
