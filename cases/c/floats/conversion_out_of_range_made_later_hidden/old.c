int f(double x) {
    int whole = (int)x;
    return x > 3 ? 1 : whole > 3;
}
