var depth: int;

procedure descend(n: int)
  modifies depth;
{
  assert depth < 100;
  if (n >= 0) {
    depth := depth + 1;
    call descend(n - 1);
  }
}
