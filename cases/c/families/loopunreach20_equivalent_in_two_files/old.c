int lib(int a, int b) {
    int c = 0;
    if (a < -20) {
        int i = 1;
        while (i <= b) {
            c = c + a;
            i = i + 1;
        }
    }
    return c;
}
