procedure p(x: int)
{
  assume x > 0;
}
