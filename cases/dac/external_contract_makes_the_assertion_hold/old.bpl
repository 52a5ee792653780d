procedure read(i: int) returns (v: int);
  ensures v >= 0;

procedure total(n: int) returns (s: int)
{
  var i, v: int;
  i := 0;
  s := 0;
  while (i < n) {
    call v := read(i);
    s := s + v;
    assert s >= 0;
    i := i + 1;
  }
}
