procedure AllSmall(a: [int]int) returns (b: bool)
{
  b := (forall i: int :: 0 <= i && i < 3 ==> a[i] < 10);
}
