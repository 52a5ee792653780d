int magnitude(int x) { return x < 0; }
int client(int x) { return magnitude(x); }
