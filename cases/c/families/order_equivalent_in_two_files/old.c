struct pair {
    int low, high;
};

struct pair order(int a, int b) {
    if (a <= b) {
        return (struct pair){a, b};
    }
    return (struct pair){b, a};
}
