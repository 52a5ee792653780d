static int step(int s, int e) {
    if (s == 0) { if (e == 1) s = 1; }
    else if (s == 1) { if (e == 2) s = 2; else if (e == 3) s = 3; }
    else if (s == 2) { if (e == 3) s = 3; }
    else if (e == 0) s = 0;
    return s;
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
