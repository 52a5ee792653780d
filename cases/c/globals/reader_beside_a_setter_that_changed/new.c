static int limit = 10;
static int step = 1;

void set_limit(int value) {
    limit = value < 0 ? 0 : value;
}

void set_step(int value) {
    step = value;
}

int get(int x) {
    if (limit < x)
        return limit;
    return x + step;
}
