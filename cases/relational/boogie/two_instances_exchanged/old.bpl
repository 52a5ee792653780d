procedure f<T>(x: T, y: T, n: int) returns (r: int)
{
  var i: int;
  r := 0; i := 0;
  while (i < n) { r := r + i; if (x == y && r == 8001 * 4000) { r := 5; } i := i + 1; }
}
procedure client(n: int) returns (r: int)
{
  var y: int;
  call y := f(1, 2, n);
  call r := f(true, true, n+1);
  r := r + y + y;
}
