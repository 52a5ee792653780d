procedure forever(n: int)
{
  assert n != 7;
  call forever(n + 2);
}
