// A scan of a path for a separator, as in a web server's rewriting of addresses.
var Mem: [int]int;
const LIMIT: int;
axiom LIMIT > 0;

procedure escape(uri: int) returns (tokens: int)
{
  var cp, c: int;
  tokens := 0;
  cp := 0;
  while (true) {
    c := Mem[uri + cp];
    if (c == 0) { break; }
    if (c == 47) {
      tokens := tokens + 1;
      while (true) {
        c := Mem[uri + cp];
        if (c != 47) { break; }
        cp := cp + 1;
      }
    } else {
      cp := cp + 1;
    }
  }
}
