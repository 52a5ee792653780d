int add(int a, int b) {
    return a + b;
}

int client(int a, int b) {
    return add(a, b) - a;
}
