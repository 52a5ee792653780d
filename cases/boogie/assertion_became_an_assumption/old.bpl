procedure p(x: int)
{
  assert x > 0;
}
