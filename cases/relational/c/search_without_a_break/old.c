static int table[100];
int find(int x, int n) {
    for (int i = 0; i < n && i < 100; i++)
        if (table[i] == x) return i;
    return -1;
}
