struct V {
    int x, y;
    V operator+(V o) const {
        return {x + o.x, y + o.y};
    }
    bool operator==(const V& o) const {
        return x == o.x && y == o.y;
    }
};

bool f(V a, V b) {
    return a + b == b + a;
}
