var log: int;

procedure Step(x: int) returns (r: int)
  modifies log;
{
  log := log + 1;
  r := x + log;
}
