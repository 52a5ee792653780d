int add(int a, int b) {
    long long sum = (long long)a + b;
    if (sum > 2147483647) return 2147483647;
    if (sum < -2147483648LL) return -2147483647 - 1;
    return (int)sum;
}
int client(int a, int b) { return add(a, b); }
