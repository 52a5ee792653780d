int client(int x) { return x + 1 > x; }
