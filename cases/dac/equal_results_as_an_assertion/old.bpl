var g: int;

procedure sum(n: int) returns (s: int)
  modifies g;
{
  var i: int;
  i := 0;
  s := 0;
  while (i < n) {
    s := s + i;
    i := i + 1;
  }
  g := s;
}
