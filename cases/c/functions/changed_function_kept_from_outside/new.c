typedef int (*step)(int);

static int up(int x) { return x + 2; }
static int down(int x) { return x - 1; }

void install(step run);
void client(int x) { if (up(x) - x == up(0)) install(down); }
