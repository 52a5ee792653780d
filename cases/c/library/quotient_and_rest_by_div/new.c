int f(int a, unsigned char b) {
    if (b == 0) return 0;
    return a / b * 3 + a % b;
}
