procedure p() returns (r: int, s: bool, t: int)
{
  havoc r;
  havoc s;
  havoc t;
  assume r < t;
}
