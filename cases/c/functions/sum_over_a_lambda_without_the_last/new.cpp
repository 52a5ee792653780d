int f(int n) {
    return (n & 255) * 2;
}
