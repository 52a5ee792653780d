double tenth(double x) { return x / 10.0; }
double client(double x) { return tenth(x); }
