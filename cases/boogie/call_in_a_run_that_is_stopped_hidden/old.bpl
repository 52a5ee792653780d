procedure ext(a: int);

procedure P()
{
  call ext(1);
  assume false;
}
