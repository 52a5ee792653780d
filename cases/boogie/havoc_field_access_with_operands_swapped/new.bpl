type byte, name;
function OneByteToInt(byte) returns (int);
function TwoBytesToInt(byte, byte) returns (int);
axiom (forall b0:byte, c0:byte :: {OneByteToInt(b0), OneByteToInt(c0)} OneByteToInt(b0) == OneByteToInt(c0) ==> b0 == c0);
var Mem_T.A1CHAR: [int]int;
var Mem_T.next_S: [int]int;
var alloc: int;
var Mem: [name][int]int;
function Field(int) returns (name);
function Base(int) returns (int);
function INT_GEQ(a:int, b:int) returns (bool);
axiom(forall a:int, b:int :: {INT_GEQ(a,b)} a >= b <==> INT_GEQ(a,b));
function {:inline true} INT_ADD(a:int, b:int) returns (x:int) {a + b}
function INT_LT(a:int, b:int) returns (x:bool);
axiom(forall a:int, b:int :: {INT_LT(a,b)} a < b <==> INT_LT(a,b));
function PLUS(a:int, a_size:int, b:int) returns (int);
axiom(forall a:int, a_size:int, b:int :: {PLUS(a,a_size,b)} PLUS(a,a_size,b) == a + a_size * b);
function {:bvbuiltin "bvadd"} BVADD32(bv32, bv32) returns (bv32);
const unique T.A1CHAR: name;
const unique T.next_S: name;
function next_S(int) returns (int);
axiom(forall x:int :: {next_S(x)} next_S(x) == x + 4);
procedure nondet_int() returns (x:int);
procedure {:extern} ext(a: int) returns (r: int);
  free ensures {:captureState "x"} r >= 0;
procedure get(p: int) returns (result.get$1: int)
  free requires p > 0;
  requires {:source} INT_GEQ(alloc, 0);
{
  var havoc_stringTemp:int;
  var condVal:int;
  var $get_p: int;
  var tempVal: int where tempVal >= 0;
start:
  assume INT_LT(p, alloc) || true;
  $get_p := 0;
  $get_p := p;
  goto label_3;
label_1:
  assert {:sourcefile "a.c"} {:sourceline 1} true;
  return;
label_3:
  assert {:sourcefile "a.c"} {:sourceline 7} true;
  goto label_3_true, label_3_false;
label_3_false:
  assume (Mem_T.next_S[next_S($get_p)] == 0);
  goto label_5;
label_3_true:
  assume (Mem_T.next_S[next_S($get_p)] != 0);
  goto label_4;
label_4:
  result.get$1 := PLUS(4, 1, Mem_T.next_S[next_S($get_p)]);
  goto label_1;
label_5:
  result.get$1 := 0;
  goto label_1;
}
