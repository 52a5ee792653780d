struct V {
    int x, y;
};

bool f(V a, V b) {
    return true;
}
