double poly(double x) {
    return (x * x) * 3.0 + (x * x) * x * 0.5 - 1.0;
}
double client(double x) { return poly(x); }
