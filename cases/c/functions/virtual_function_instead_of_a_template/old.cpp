template <class D> struct Base {
    int go(int x) { return static_cast<D *>(this)->low(x) + 1; }
};
struct Derived : Base<Derived> {
    int low(int x) { return x & 15; }
};
int f(int x) {
    Derived d;
    return d.go(x);
}
