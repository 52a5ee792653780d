procedure P()
{
  assert false;
}
