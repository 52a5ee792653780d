unsigned f(int a) {
    return a;
}
