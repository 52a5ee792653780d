int mod(int a, int n) {
    return a % n;
}
