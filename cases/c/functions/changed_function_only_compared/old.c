typedef int (*step)(int);

static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }

int client(int x) { step chosen = x > 0 ? up : down; return chosen == up; }
