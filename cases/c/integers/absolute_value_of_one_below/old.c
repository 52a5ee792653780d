int distance(int n) {
    return n < 0 ? -n : n;
}
