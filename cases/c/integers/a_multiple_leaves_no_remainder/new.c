int client(int x) { return (x * 10) % 10 == 0; }
