procedure Sign(x: int) returns (s: int)
{
  if (x < 0) {
    s := -1;
  } else if (x == 0) {
    s := 0;
  } else {
    s := 1;
  }
}
