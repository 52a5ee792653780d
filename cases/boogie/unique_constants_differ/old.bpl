type Color;
const unique Red, Green: Color;

procedure Pick(c: Color) returns (n: int)
{
  n := 0;
  if (c == Red) {
    n := 1;
    if (c == Green) { n := 2; }
  }
}
