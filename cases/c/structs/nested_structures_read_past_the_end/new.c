struct inner { int a[2]; };
struct outer { struct inner left, right; int kind; };

static int total(const struct outer *o) {
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += o->left.a[i] - o->right.a[i];
    return o->kind ? sum : -sum;
}

int client(int a, int b, int c, int d, int kind) {
    struct outer o = {{{a, b}}, {{c, d}}, kind};
    return total(&o);
}
