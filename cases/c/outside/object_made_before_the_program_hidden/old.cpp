static int ten(void) { return 10; }

struct Limit {
    int value;
    Limit() : value(ten()) {}
};

static Limit limit;

extern "C" int f(int x) { return x < limit.value; }
