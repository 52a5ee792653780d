function {:bvbuiltin "bvor"} or(bv16, bv16) returns (bv16);
function {:bvbuiltin "bvshl"} shl(bv16, bv16) returns (bv16);
function {:bvbuiltin "bvlshr"} lshr(bv16, bv16) returns (bv16);
function {:bvbuiltin "bvashr"} ashr(bv16, bv16) returns (bv16);

procedure SwapBytes(x: bv16) returns (y: bv16)
{
  y := or(shl(x, 8bv16), lshr(x, 8bv16));
}
