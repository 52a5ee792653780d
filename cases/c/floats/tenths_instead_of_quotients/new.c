double tenth(double x) { return x * 0.1; }
double client(double x) { return tenth(x); }
