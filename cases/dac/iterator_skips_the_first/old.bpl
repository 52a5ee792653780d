type Iterator;
function next(i: Iterator) returns (Iterator);
const start, end: Iterator;
var visited: [Iterator]bool;
function usable(i: Iterator) returns (bool);

procedure visit_all()
  modifies visited;
{
  var i: Iterator;
  i := start;
  while (i != end) {
    assert usable(i);
    visited[i] := true;
    i := next(i);
  }
  assert usable(end);
}
