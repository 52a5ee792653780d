static int (*op)(int, int) = 0;
static int plus(int a, int b) { return a + b; }
void init(void) { op = plus; }
int run(char *p, int a) { return op ? op(a, p[0]) : 0; }
