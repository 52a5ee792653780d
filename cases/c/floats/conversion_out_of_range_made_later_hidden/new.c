int f(double x) { return x > 3 ? 1 : (int)x > 3; }
