int magnitude(int x) { int sign = x >> 31; return (x ^ sign) - sign; }
int client(int x) { return x == -2147483647 - 1 ? 0 : magnitude(x); }
