function {:bvbuiltin "bvadd"} add(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvmul"} mul(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvshl"} shl(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvlshr"} lshr(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvashr"} ashr(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvand"} and(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvudiv"} udiv(bv8, bv8) returns (bv8);

procedure Half(x: bv8) returns (y: bv8)
{
  y := ashr(x, 1bv8);
}
