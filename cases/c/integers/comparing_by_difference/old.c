int less(int a, int b) { return a < b; }
int client(int a, int b) { return less(a, b); }
