int f(int a0, int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8, int a9, int a10, int a11, int a12, int a13, int a14, int a15, int a16, int a17, int a18, int a19) {
    int n = 0;
    if (a0 > 0) n += 1; else n -= 1;
    if (a1 > 1) n += 2; else n -= 1;
    if (a2 > 2) n += 3; else n -= 1;
    if (a3 > 3) n += 4; else n -= 1;
    if (a4 > 4) n += 5; else n -= 1;
    if (a5 > 5) n += 6; else n -= 1;
    if (a6 > 6) n += 7; else n -= 1;
    if (a7 > 7) n += 8; else n -= 1;
    if (a8 > 8) n += 9; else n -= 1;
    if (a9 > 9) n += 10; else n -= 1;
    if (a10 > 10) n += 11; else n -= 1;
    if (a11 > 11) n += 12; else n -= 1;
    if (a12 > 12) n += 13; else n -= 1;
    if (a13 > 13) n += 14; else n -= 1;
    if (a14 > 14) n += 15; else n -= 1;
    if (a15 > 15) n += 16; else n -= 1;
    if (a16 > 16) n += 17; else n -= 1;
    if (a17 > 17) n += 18; else n -= 1;
    if (a18 > 18) n += 19; else n -= 1;
    if (a19 > 19) n += 20; else n -= 1;
    return n;
}
