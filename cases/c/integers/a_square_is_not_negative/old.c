int client(int x) { return 0; }
