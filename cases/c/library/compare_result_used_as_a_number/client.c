int compare(int a, int b);

int client(int a, int b) {
    return 10 + compare(a, b);
}
