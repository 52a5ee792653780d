int add(int a, int b) {
    long long sum = (long long)a + b;
    if (sum > 2147483647) return 2147483647;
    return (int)sum;
}
int client(int a, int b) { return add(a, b); }
