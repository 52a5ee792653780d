enum light { RED, GREEN, YELLOW };
static const enum light after[] = {GREEN, YELLOW, RED};

enum light next(enum light now) {
    return after[now];
}
