int part(int a, int b) {
    int r;
    if (a > 100) {
        r = a / b;
    } else {
        r = a;
    }
    return r;
}
