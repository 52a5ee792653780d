int total(int n) {
    int s = 0, i = 0;
    while (i < n) {
        s += i * 3;
        i++;
    }
    return s;
}
