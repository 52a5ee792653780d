function {:bvbuiltin "bvsrem"} srem(a: bv8, b: bv8): bv8;
function {:bvbuiltin "bvadd"} add(a: bv8, b: bv8): bv8;
function {:bvbuiltin "bvslt"} slt(a: bv8, b: bv8): bool;
procedure p(x: bv8) returns (r: bv8)
{
  r := srem(x, 5bv8);
  if (slt(r, 0bv8)) { r := add(r, 5bv8); }
}
