function price(item: int, day: int) returns (int);

procedure Cost(item: int, day: int) returns (r: int)
{
  r := price(item, day) + price(item, day + 1);
}
