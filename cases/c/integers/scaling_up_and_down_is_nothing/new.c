int scale(int x) { return x * 6 / 6; }
int client(int x) { return scale(x); }
