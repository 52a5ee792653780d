static int limit = 10;
static int step = 1;

void set_limit(int value) {
    limit = value;
}

void set_step(int value) {
    step = value;
}

int get(int x) {
    if (x > limit)
        return limit;
    return x + step;
}

int get_after(int limit, int x) {
    set_limit(limit);
    return get(x);
}
