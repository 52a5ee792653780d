type Color;
const unique Red, Green: Color;

procedure Pick(c: Color) returns (n: int)
{
  n := (if c == Red then 1 else 0);
}
