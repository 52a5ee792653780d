// SMACK-PRELUDE-BEGIN
type i1 = int;
type i8 = int;
type i32 = int;
type i64 = int;
type ref = i64;
type float;
function {:inline} $add.i32(i1: i32, i2: i32) returns (i32) { i1 + i2 }
function {:inline} $sub.i32(i1: i32, i2: i32) returns (i32) { i1 - i2 }
function {:inline} $mul.i32(i1: i32, i2: i32) returns (i32) { i1 * i2 }
function {:inline} $slt.i32.bool(i1: i32, i2: i32) returns (bool) { i1 < i2 }
function {:inline} $slt.i32(i1: i32, i2: i32) returns (i1) { if (i1 < i2) then 1 else 0 }
function {:inline} $sge.i32(i1: i32, i2: i32) returns (i1) { if (i1 >= i2) then 1 else 0 }
function {:inline} $zext.i1.i32(i: i1) returns (i32) { i }
function {:inline} $load.i32(M: [ref] i32, p: ref) returns (i32) { M[p] }
function {:inline} $store.i32(M: [ref] i32, p: ref, v: i32) returns ([ref] i32) { M[p := v] }
function {:inline} $add.ref(p1: ref, p2: ref) returns (ref) { p1 + p2 }
function {:inline} $mul.ref(p1: ref, p2: ref) returns (ref) { p1 * p2 }
function {:builtin "div"} $idiv(i1: int, i2: int) returns (int);
function $and.i32(i1: i32, i2: i32) returns (i32);
axiom ($and.i32(0, 0) == 0);
axiom (forall f1, f2: i32 :: {$and.i32(f1,f2)} $and.i32(f1,f2) == $and.i32(f2,f1));
const $0.ref: ref;
axiom ($0.ref == 0);
const $GLOBALS_BOTTOM: ref;
axiom $GLOBALS_BOTTOM == $sub.i32(0, 45419);
const {:count 14} $MALLOC_TOP: ref;
var $M.0: [ref] i32;
var $CurrAddr: ref;
var $exn: bool;
var $exnv: int;
procedure $alloc(n: ref) returns (p: ref);
modifies $CurrAddr;
ensures {:msg "fresh"} p == old($CurrAddr);
free ensures $CurrAddr >= old($CurrAddr) + n;
procedure boogie_si_record_i32(x: i32);
procedure {:inline 1} __VERIFIER_assert(x: i32) { assert {:sourceloc "a.c", 4, 2} x != 0; }
const {:allocSize 4} max: ref;
axiom (max == 1032);
procedure {:entrypoint} main()
  returns ($r: i32)
  modifies $M.0, $exn;
{
  var $i0: i32;
  var $i1: i1;
  var $i2: i32;
  var $p0: ref;
$bb0:
  assume {:sourceloc "a.c", 10, 7} true;
  assume {:verifier.code 0} true;
  $p0 := $add.ref($0.ref, $mul.ref(4, 2));
  $i0 := $load.i32($M.0, $p0);
  call {:cexpr "x"} boogie_si_record_i32($i0);
  assume {:branchcond $i0} true;
  $i1 := $slt.i32($i0, 10);
  goto $bb1, $bb2;
$bb1:
  assume ($i1 == 1);
  $i2 := $mul.i32(3, $i0);
  goto $bb3;
$bb2:
  assume {:sourceloc "a.c", 12, 3} !($i1 == 1);
  $i2 := 0;
  goto $bb3;
$bb3:
  $M.0 := $store.i32($M.0, $p0, $i2);
  $r := $zext.i1.i32($sge.i32($i2, 20));
  $exn := false;
  return;
}
