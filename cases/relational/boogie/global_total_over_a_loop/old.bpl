var total: int;
procedure Add(n: int)
  modifies total;
{
  var i: int;
  i := 0;
  while (i < n) {
    total := total + 3;
    i := i + 1;
  }
}
