int client(int x) { return x * x < 0; }
