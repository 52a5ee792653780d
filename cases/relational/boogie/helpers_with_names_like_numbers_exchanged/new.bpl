procedure f#2(x: int) returns (r: int)
{
  var i: int;
  r := 0; i := 0;
  while (i < x) { r := r + i; i := i + 1; }
}
procedure x.f(x: int) returns (r: int)
{
  var i: int;
  r := 0; i := 0;
  while (i < x) { r := r + i*i; i := i + 1; }
}
procedure y.f(x: int) returns (r: int)
{
  var i: int;
  r := 0; i := 0;
  while (i < x) { r := r + i; if (r == 8001*4000) { r := 5; } i := i + 1; }
}
procedure client(x: int) returns (r: int)
{
  var y: int;
  call y := x.f(x);
  call r := y.f(x);
  r := r + y;
  call y := f#2(x+1);
  r := r + y;
}
