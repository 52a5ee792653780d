procedure Price(kind: int) returns (p: int)
{
  goto one, two, other;
  one:
    assume kind == 1;
    p := 10;
    return;
  two:
    assume kind == 2;
    p := 20;
    return;
  other:
    assume kind != 1 && kind != 2;
    p := 5;
    return;
}
