var fbuf: [int]int;
const EOF: int;
const MAXLINE: int;
axiom MAXLINE > 0;

procedure main()
  modifies fbuf;
{
  var fb: int, c1: int;
  fb := 0;
  havoc c1;
  while (c1 != EOF) {
    fbuf[fb] := c1;
    fb := fb + 1;
    havoc c1;
  }
  if (fb > 0) {
    fbuf[fb] := 0;
  }
}
