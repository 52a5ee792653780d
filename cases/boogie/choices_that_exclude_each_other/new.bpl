procedure p() returns (r: int, s: bool, t: int)
{
  havoc t;
  havoc r;
  havoc s;
  assume t > r + 1;
}
