var log: int;

procedure Tick()
  modifies log;
{
  log := log + 1;
}

procedure Step(x: int) returns (r: int)
  modifies log;
{
  r := x + log;
  call Tick();
}
