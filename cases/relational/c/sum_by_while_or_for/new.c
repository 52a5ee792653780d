int total(int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s = i + i + i + s;
    return s;
}
