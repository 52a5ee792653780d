int magnitude(int x) { return x < 0 ? -x : x; }
int client(int x) { return x == -2147483647 - 1 ? 0 : magnitude(x); }
