struct item { int price, count; };
struct item *lookup(int key);

int f(int key) {
    struct item *item = lookup(key);
    if (!item) return -1;
    return item->price + item->count;
}
