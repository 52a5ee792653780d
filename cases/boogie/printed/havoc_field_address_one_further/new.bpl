type byte, name;
var Mem: [name][int]int;
var alloc: int;
var Mem_T.INT4: [int]int;
var Mem_T.PINT4: [int]int;
var detChoiceCnt: int;
var Res_LOCK: [int]int;
function Field(int) returns (name);
function Base(int) returns (int);
axiom (forall x: int :: {Base(x)} Base(x) <= x);
const unique T.INT4: name;
const unique T.PINT4: name;
function INT_ADD(x: int, y: int) returns (int) { x + y }
function INT_SUB(x: int, y: int) returns (int) { x - y }
function INT_MULT(x: int, y: int) returns (int) { x * y }
function INT_LT(x: int, y: int) returns (bool) { x < y }
function INT_GEQ(x: int, y: int) returns (bool) { x >= y }
function INT_GT(x: int, y: int) returns (bool) { x > y }
function PLUS(a: int, a_size: int, b: int) returns (int);
axiom (forall a: int, a_size: int, b: int :: {PLUS(a, a_size, b)} PLUS(a, a_size, b) == INT_ADD(a, INT_MULT(a_size, b)));
function LIFT(a: bool) returns (int);
axiom (forall a: bool :: {LIFT(a)} a <==> LIFT(a) != 0);
function PTR_NOT(a: int) returns (int);
axiom (forall a: int :: {PTR_NOT(a)} a == 0 ==> PTR_NOT(a) != 0);
axiom (forall a: int :: {PTR_NOT(a)} a != 0 ==> PTR_NOT(a) == 0);
function choose(a: bool, b: int, c: int) returns (int);
axiom (forall a: bool, b: int, c: int :: {choose(a, b, c)} a ==> choose(a, b, c) == b);
axiom (forall a: bool, b: int, c: int :: {choose(a, b, c)} !a ==> choose(a, b, c) == c);
function NewAlloc(x: int, y: int) returns (int);
function {:bvbuiltin "bvadd"} BV32_ADD(x: bv32, y: bv32) returns (bv32);
function {:bvbuiltin "bvsub"} BV32_SUB(x: bv32, y: bv32) returns (bv32);
function {:bvbuiltin "bvult"} BV32_ULT(x: bv32, y: bv32) returns (bool);
function DetChoiceFunc(a: int) returns (int);
procedure det_choice() returns (x: int);
  ensures x == DetChoiceFunc(detChoiceCnt);
procedure __HAVOC_det_malloc(obj_size: int) returns (new: int)
{
  new := alloc;
  alloc := NewAlloc(alloc, obj_size);
}
procedure strlen(s: int) returns (ret: int);
procedure log_int(v: int);
procedure f(a: int, n: int, s: int) returns (result.f$1: int)
{
  var t: int; var i: int; var q: int;
  start:
  Mem_T.INT4 := Mem_T.INT4[PLUS(a, 4, 2) := n];
  result.f$1 := n;
  return;
}
