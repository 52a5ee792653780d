var total: int;
procedure Add(n: int)
  modifies total;
{
  var i, t: int;
  i := 0;
  t := total;
  while (i < n) {
    t := t + 3;
    i := i + 1;
  }
  total := t;
}
