int magnitude(int x) { return x < 0 ? -x : x; }
int client(int x) { return magnitude(x); }
