int sum(int a, int v) {
    int s = 0;
    if (a > 0) {
        for (int i = 0; i < 4; i++) {
            s += (v >> i) & 1;
        }
    } else {
        s = v;
    }
    return s;
}
