type i1 = int;
type i8 = int;
type i32 = int;
type i64 = int;
type ref = i64;
const $0: i32;
axiom ($0 == 0);
const $0.ref: ref;
axiom ($0.ref == 0);
const $1.ref: ref;
axiom ($1.ref == 1);
const $GLOBALS_BOTTOM: ref;
axiom ($GLOBALS_BOTTOM == $sub.ref(0, 1024));
function {:inline} $add.i32(i1: i32, i2: i32) returns (i32) {i1 + i2}
function {:inline} $sub.i32(i1: i32, i2: i32) returns (i32) {i1 - i2}
function {:inline} $mul.i32(i1: i32, i2: i32) returns (i32) {i1 * i2}
function {:inline} $sub.ref(p1: ref, p2: ref) returns (ref) {p1 - p2}
function {:inline} $add.ref(p1: ref, p2: ref) returns (ref) {p1 + p2}
function {:inline} $mul.ref(p1: ref, p2: ref) returns (ref) {p1 * p2}
function {:inline} $slt.i32.bool(i1: i32, i2: i32) returns (bool) {i1 < i2}
function {:inline} $slt.i32(i1: i32, i2: i32) returns (i1) {if i1 < i2 then 1 else 0}
function {:inline} $sgt.i32(i1: i32, i2: i32) returns (i1) {if i1 > i2 then 1 else 0}
function {:inline} $sge.i32(i1: i32, i2: i32) returns (i1) {if i1 >= i2 then 1 else 0}
function {:inline} $sle.i32(i1: i32, i2: i32) returns (i1) {if i1 <= i2 then 1 else 0}
function {:inline} $eq.i32(i1: i32, i2: i32) returns (i1) {if i1 == i2 then 1 else 0}
function {:inline} $ne.i32(i1: i32, i2: i32) returns (i1) {if i1 != i2 then 1 else 0}
function {:inline} $zext.i1.i32(i: i1) returns (i32) {i}
function {:inline} $load.i32(M: [ref] i32, p: ref) returns (i32) { M[p] }
function {:inline} $store.i32(M: [ref] i32, p: ref, i: i32) returns ([ref] i32) { M[p := i] }
function $and.i32(i1: i32, i2: i32) returns (i32);
axiom ($and.i32(0, 0) == 0);
axiom (forall x: i32 :: {$and.i32(x, 0)} $and.i32(x, 0) == 0);
function {:inline} $isExternal(p: ref) returns (bool) {p < $GLOBALS_BOTTOM - 32768}
var $M.0: [ref] i32;
var $M.1: [ref] i32;
var $exn: bool;
var $exnv: int;
var $CurrAddr: ref;
var $Alloc: [ref] bool;
procedure __VERIFIER_nondet_int() returns ($r: i32);
procedure $puts(p: ref) returns ($r: i32);
procedure {:inline 1} $alloc(n: ref) returns (p: ref)
{
  p := $CurrAddr;
  $CurrAddr := $CurrAddr + n + 1;
  $Alloc[p] := true;
}
procedure $free(p: ref)
{
  $Alloc[p] := false;
}
procedure {:inline 1} __VERIFIER_assume(x: i32)
{
  assume x != $0;
  $exn := false;
}
procedure $$memset(M: [ref] i32, dst: ref, val: i32, len: ref) returns (M.ret: [ref] i32);
ensures (forall x: ref :: dst <= x && x < dst + len ==> M.ret[x] == val);
ensures (forall x: ref :: !(dst <= x && x < dst + len) ==> M.ret[x] == M[x]);
procedure boogie_si_record_i32(x: i32);
procedure {:inline 1} $initialize()
{
  $CurrAddr := 1024;
  $exn := false;
}
procedure f(x: i32, y: i32, p: ref) returns ($r: i32)
{
  var $i0: i32; var $i1: i32; var $i2: i32; var $c: i1; var $p0: ref; var $p1: ref;
$bb0:
  assume {:sourceloc "a.c", 1, 5} true;
  $c := $sgt.i32(x, 0);
  assume {:branchcond $c} true;
  goto $bb1, $bb2;
$bb1:
  assume {:sourceloc "a.c", 2, 5} true;
  assume ($c == 1);
  assume {:sourceloc "a.c", 3, 5} true;
  call $i0 := $puts(p);
  goto $bb3;
$bb2:
  assume {:sourceloc "a.c", 4, 5} true;
  assume !($c == 1);
  goto $bb3;
$bb3:
  assume {:sourceloc "a.c", 5, 5} true;
  $r := 0;
  assume {:sourceloc "a.c", 6, 5} true;
  $exn := false;
  assume {:sourceloc "a.c", 7, 5} true;
  return;
}
