int above(double x, double limit) { return x > limit; }
int client(double x) { return above(x, 1.0); }
