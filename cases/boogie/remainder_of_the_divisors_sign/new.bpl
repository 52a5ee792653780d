function {:bvbuiltin "bvsrem"} srem(a: bv8, b: bv8): bv8;
procedure p(x: bv8, y: bv8) returns (r: bv8)
{
  r := srem(x, y);
}
