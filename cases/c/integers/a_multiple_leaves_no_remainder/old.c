int client(int x) { return 1; }
