double client(double x) { return x; }
