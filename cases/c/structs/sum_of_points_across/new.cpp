struct V {
    int x, y;
};

bool f(V a, V b) {
    return a.x + b.x == a.y + b.y;
}
