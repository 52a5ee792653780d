function price(item: int, day: int) returns (int);

procedure Cost(item: int, day: int) returns (r: int)
{
  r := 2 * price(item, day);
}
