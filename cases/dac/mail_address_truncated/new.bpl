// Building an address, as a mailer does: a character is written, quotes are counted.
var line, out: [int]int;
const SIZE: int;
axiom SIZE > 4;

procedure crackaddr(n: int) returns (d: int)
  modifies out;
{
  var i, quotes: int;
  d := 0;
  quotes := 0;
  i := 0;
  while (i < n) {
    if (line[i] == 60) { quotes := quotes + 1; }
    if (line[i] == 62) { quotes := quotes - 1; }
    if (d < SIZE - 1) {
      out[d] := line[i];
      d := d + 1;
    }
    i := i + 1;
  }
  out[d] := 0;
}
