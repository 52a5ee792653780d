int compare(int a, int b);

int client(int a, int b) {
    int c = compare(a, b);
    return c < 0 ? a : b;
}
