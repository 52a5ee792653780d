procedure Split(n: int) returns (q: int, r: int)
{
  q := (if n < 0 then -(-n div 4) else n div 4);
  r := n - 4 * q;
}
