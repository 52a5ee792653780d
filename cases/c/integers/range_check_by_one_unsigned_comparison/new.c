int in_range(int x) { return (unsigned)x < 100; }
int client(int x) { return in_range(x); }
