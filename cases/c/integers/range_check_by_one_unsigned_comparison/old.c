int in_range(int x) { return x >= 0 && x < 100; }
int client(int x) { return in_range(x); }
