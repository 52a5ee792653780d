static int sum;
void add(int x) { sum += x; }
int f(void) { return sum; }
