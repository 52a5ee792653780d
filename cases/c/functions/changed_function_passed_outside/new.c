typedef int (*step)(int);

static int up(int x) { return x + 2; }
static int down(int x) { return x - 1; }

void install(step run);
void client(int x) { install(x > 0 ? up : down); }
