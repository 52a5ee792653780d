procedure Read(i: int) returns (v: int);
  requires i >= 0;
  ensures v >= 0;

procedure Both(i: int) returns (s: int)
  requires i >= 0;
{
  call s := Read(i - 1);
  s := s + 1;
}
