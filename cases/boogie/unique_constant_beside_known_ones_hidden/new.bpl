const unique READ: int;
const unique WRITE: int;
const unique SEEK: int;
axiom READ == 0;
axiom WRITE == 1;

procedure f(x: int) returns (r: int)
{
  r := 2;
}
