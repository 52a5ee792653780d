int mean(int a, int b) { return (a + b) / 2; }
int client(int a, int b) { return a <= b && a >= 0 ? mean(a, b) : 0; }
