procedure P()
{
  var x: bool;
  havoc x;
  if (x) { assert false; }
}
