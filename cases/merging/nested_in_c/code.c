int grade(int a, int b, int c) {
    int r = 0;
    if (a > 0) {
        if (b > 0) {
            r = c > 0 ? 7 : 6;
        } else {
            r = 4;
        }
    } else if (b > a) {
        r = 2;
    }
    return r + a;
}
