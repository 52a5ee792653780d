int f(int a) {
    return a / 7 * 10 - a % 7;
}
