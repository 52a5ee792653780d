int scale(int x) { return x; }
int client(int x) { return scale(x); }
