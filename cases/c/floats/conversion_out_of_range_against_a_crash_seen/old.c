int f(double x) { return (int)x; }
