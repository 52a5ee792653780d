int magnitude(int x) { int sign = x >> 30; return (x ^ sign) - sign; }
int client(int x) { return magnitude(x); }
