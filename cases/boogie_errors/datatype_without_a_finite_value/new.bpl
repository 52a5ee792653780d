datatype Tree { Node(left: Tree, right: Tree) }
var g: int;

procedure P(x: int) returns (r: int)
  modifies g;
{
  g := x;
  r := g + 1;
}
