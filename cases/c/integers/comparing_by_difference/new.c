int less(int a, int b) { return a - b < 0; }
int client(int a, int b) { return less(a, b); }
