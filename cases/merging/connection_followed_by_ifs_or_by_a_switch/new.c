static int step(int s, int e) {
    switch (s) {
    case 0: return e == 1 ? 1 : 0;
    case 1: return e == 2 || e == 3 ? e : 1;
    case 2: return e == 3 ? 3 : 2;
    default: return e == 0 ? 0 : s;
    }
}

int run(int e0, int e1, int e2, int e3, int e4, int e5, int e6, int e7, int e8) {
    int s = 0;
    s = step(s, e0);
    s = step(s, e1);
    s = step(s, e2);
    s = step(s, e3);
    s = step(s, e4);
    s = step(s, e5);
    s = step(s, e6);
    s = step(s, e7);
    s = step(s, e8);
    return s;
}
