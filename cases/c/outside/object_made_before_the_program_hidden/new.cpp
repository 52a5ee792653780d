static int ten(void) { return 10; }

struct Limit {
    int value;
    Limit() : value(5 + 5) {}
};

static Limit limit;

extern "C" int f(int x) { return x < limit.value; }
