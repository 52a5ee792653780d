int multiple(int x, int k) {
    return x % k <= 1;
}
