// Copying information elements out of a frame, as a wireless driver does.
var frame, buf: [int]int;

procedure giwscan_cb(ielen: int) returns (p: int)
  modifies buf;
{
  var i: int;
  p := 0;
  buf[p] := 1;
  p := p + 1;
  i := 0;
  while (i < ielen && p < 255) {
    buf[p] := frame[i];
    p := p + 1;
    buf[p] := frame[i];
    p := p + 1;
    i := i + 1;
  }
}
