struct pair {
    int low, high;
};

struct pair order(int a, int b) {
    if (b < a) {
        return (struct pair){b, a};
    } else {
        return (struct pair){a, b};
    }
}

int client(int a, int b) {
    struct pair ends = order(a, b);
    return ends.high - ends.low;
}
