class Counter {
    unsigned n = 0;

public:
    void count();
    unsigned told() const;
};

void Counter::count() {
    if (n < 3)
        n++;
}

unsigned Counter::told() const {
    return n;
}
