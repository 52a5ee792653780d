struct Base {
    virtual int low(int x) = 0;
    int go(int x) { return low(x) + 1; }
};
struct Derived : Base {
    int low(int x) override { return x & 15; }
};
int f(int x) {
    Derived d;
    return d.go(x);
}
