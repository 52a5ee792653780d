int add(int a, int b) {
    int result = b;
    result = result + b;
    return result;
}

int client(int a, int b) {
    return add(a, b) - a;
}
