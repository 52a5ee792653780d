int add(int a, int b) {
    int result = b;
    result = result + a;
    return result;
}

int client(int a, int b) {
    return add(a, b) - a;
}
