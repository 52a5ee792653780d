double client(double x) { return x + 0.0; }
