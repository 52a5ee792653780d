int add(int a, int b) {
    int result = b;
    result = result + a;
    return result;
}
