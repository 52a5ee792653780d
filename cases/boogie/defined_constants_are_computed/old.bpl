const limit: int;
axiom limit == 10;

procedure Pick(c: int) returns (n: int)
{
  n := (if c < limit then c else limit);
}
