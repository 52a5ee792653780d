procedure simple_region(x: int) returns (count: int)
{
  if (x != 0) {
    count := 3;
  } else {
    count := 4;
  }
}
