typedef int (*step)(int);

static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }

struct action { step run; int times; };
void install(const struct action *action);
void client(int x) { struct action a = {up, x}; install(&a); }
