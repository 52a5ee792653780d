int f(double x) {
    if (!(x > -2147483649.0 && x < 2147483648.0)) {
        int *nowhere = 0;
        return *nowhere;
    }
    return (int)x;
}
