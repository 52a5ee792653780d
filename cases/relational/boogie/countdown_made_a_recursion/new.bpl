procedure Go(k: int, acc: int) returns (c: int)
{
  if (k <= 0) { c := acc; return; }
  call c := Go(k - 1, acc + 2);
}

procedure Steps(n: int) returns (c: int)
{
  call c := Go(n, 0);
}
