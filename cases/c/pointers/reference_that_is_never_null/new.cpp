int next(const int &n) {
    return n + 1;
}
