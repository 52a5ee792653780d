double poly(double x) {
    return 2.0 * x * x * x - 3.0 * x * x + 5.0 * x - 7.0;
}
double client(double x) { return poly(x); }
