double half(double x) { return x / 2.0; }
double client(double x) { return half(x); }
