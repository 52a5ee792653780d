var a: [int]int;
const max: int;
function valid(i: int) returns (bool);

procedure foo()
{
  var i: int, t: int;
  i := 0;
  while (i < max) {
    assert valid(i);
    t := a[i];
    i := i + 1;
  }
}
