static int table[100];
int find(int x, int n) {
    int r = -1;
    for (int i = 0; i < n && i < 100; i++)
        if (x == table[i]) {
            r = i;
        }
    return r;
}
