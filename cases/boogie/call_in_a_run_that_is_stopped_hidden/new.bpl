procedure ext(a: int);

procedure P()
{
  call ext(2);
  assume false;
}
