typedef int (*step)(int);

static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }

step next;
void client(int x) { next = x > 0 ? up : down; }
