double poly(double x) {
    double square = x * x;
    double cubic = square * x * 0.5;
    return square * 3.0 + cubic - 1.0;
}
double client(double x) { return poly(x); }
