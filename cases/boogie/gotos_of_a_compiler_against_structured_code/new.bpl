type i1 = int;
type i32 = int;
const $0: i32;
axiom $0 == 0;
function {:inline} $slt.i32.bool(i1: i32, i2: i32) returns (bool) { i1 < i2 }
function {:inline} $slt.i32(i1: i32, i2: i32) returns (i1) { if $slt.i32.bool(i1, i2) then 1 else 0 }
function {:inline} $sub.i32(i1: i32, i2: i32) returns (i32) { i1 - i2 }

procedure {:entrypoint} Abs($i0: i32) returns ($r: i32)
{
  var $i1: i1;
  var $i2, $i3: i32;
$bb0:
  assume {:sourceloc "abs.c", 2, 7} true;
  $i1 := $slt.i32($i0, 0);
  goto $bb1, $bb2;
$bb1:
  assume ($i1 == 1);
  $i2 := $sub.i32($0, $i0);
  $i3 := $i2;
  goto $bb3;
$bb2:
  assume !($i1 == 1);
  $i3 := $i0;
  goto $bb3;
$bb3:
  $r := $i3;
  return;
}
