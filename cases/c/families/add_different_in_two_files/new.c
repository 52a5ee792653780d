int add(int a, int b) {
    int result = b;
    result = result + b;
    return result;
}
