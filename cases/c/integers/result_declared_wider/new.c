long f(int a) {
    return a+1;
}
