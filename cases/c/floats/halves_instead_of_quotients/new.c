double half(double x) { return x * 0.5; }
double client(double x) { return half(x); }
