int above(double x, double limit) { return x > limit; }
int client(double x) { return x == x ? above(x, 1.0) : 0; }
