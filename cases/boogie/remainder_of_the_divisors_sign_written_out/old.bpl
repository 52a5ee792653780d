function {:bvbuiltin "bvsmod"} smod(a: bv8, b: bv8): bv8;
procedure p(x: bv8) returns (r: bv8)
{
  r := smod(x, 5bv8);
}
