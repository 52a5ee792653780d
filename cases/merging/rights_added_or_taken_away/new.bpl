procedure rights(p0: bool, p1: bool, p2: bool, p3: bool, p4: bool, p5: bool, p6: bool, p7: bool, p8: bool, p9: bool, p10: bool, p11: bool, p12: bool, p13: bool, p14: bool, p15: bool) returns (r: int)
{
  r := 65535;
  if (!p15) { r := r - 32768; }
  if (!p14) { r := r - 16384; }
  if (!p13) { r := r - 8192; }
  if (!p12) { r := r - 4096; }
  if (!p11) { r := r - 2048; }
  if (!p10) { r := r - 1024; }
  if (!p9) { r := r - 512; }
  if (!p8) { r := r - 256; }
  if (!p7) { r := r - 128; }
  if (!p6) { r := r - 64; }
  if (!p5) { r := r - 32; }
  if (!p4) { r := r - 16; }
  if (!p3) { r := r - 8; }
  if (!p2) { r := r - 4; }
  if (!p1) { r := r - 2; }
  if (!p0) { r := r - 1; }
}
