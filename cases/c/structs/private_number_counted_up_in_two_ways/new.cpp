class Counter {
    unsigned n = 0;

public:
    unsigned count(bool more);
};

unsigned Counter::count(bool more) {
    n += more ? 1 : 0;
    return n;
}
