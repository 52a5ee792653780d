struct inner { int a[2]; };
struct outer { struct inner left, right; int kind; };

static int total(const struct outer *o) {
    const int *left = o->left.a, *right = o->right.a;
    int sum = left[0] + left[1] - right[0] - right[1];
    if (!o->kind) sum = 0 - sum;
    return sum;
}

int client(int a, int b, int c, int d, int kind) {
    struct outer o = {{{a, b}}, {{c, d}}, kind};
    return total(&o);
}
