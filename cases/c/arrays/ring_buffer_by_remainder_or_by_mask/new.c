static int slot[4];
static unsigned head, count;

static int push(int v) {
    if (count == 4) return 0;
    slot[(head + count++) & 3] = v;
    return 1;
}

static int pop(void) {
    int v = slot[head];
    head = (head + 1) & 3;
    count--;
    return v;
}

int client(int a, int b, int c) {
    push(a);
    push(b);
    int first = pop();
    push(c);
    return first - pop() * 2 + pop();
}
