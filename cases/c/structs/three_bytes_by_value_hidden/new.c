struct rgb {
    char r, g, b;
};

static struct rgb gray(int x) {
    struct rgb made = {1, x, 2};
    return made;
}

int f(int x) {
    struct rgb made = gray(x);
    return made.g;
}
