struct Shape {
    virtual int area() const = 0;
    virtual ~Shape() {
    }
};

struct Square : Shape {
    int s;
    Square(int s) : s(s) {
    }
    int area() const override {
        return s * s;
    }
};

struct Rect : Shape {
    int a, b;
    Rect(int a, int b) : a(a), b(b) {
    }
    int area() const override {
        return a * b;
    }
};

static int twice(const Shape& s) {
    return s.area() * 2;
}

int f(int k, int n) {
    if (k) {
        Square q((short)n);
        return twice(q);
    }
    Rect r((short)n, 3);
    return twice(r);
}
