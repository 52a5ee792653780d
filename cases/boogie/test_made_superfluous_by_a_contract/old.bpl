procedure Read(i: int) returns (v: int);
  requires i >= 0;
  ensures v >= 0;

procedure Both(i: int) returns (s: int)
  requires i >= 0;
{
  var a: int;
  call a := Read(i);
  if (a >= 0) { s := a + 1; } else { s := 0; }
}
