procedure Roll() returns (d: int)
{
  havoc d;
  assume 1 <= d && d <= 6;
}
