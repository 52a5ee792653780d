class Counter {
    unsigned n = 0;

public:
    unsigned count(bool more);
};

unsigned Counter::count(bool more) {
    if (more)
        n++;
    return n;
}
