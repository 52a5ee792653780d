static int total;
void add(int x) { total += x; }
int f(void) { return total; }
