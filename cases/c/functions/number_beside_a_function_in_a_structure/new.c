typedef int (*step)(int);

static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }

struct action { step run; int times; };
struct action client(int times) { struct action a = {down, times + 1}; return a; }
