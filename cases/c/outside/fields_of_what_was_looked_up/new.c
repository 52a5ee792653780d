struct item { int price, count; };
struct item *lookup(int key);

int f(int key) {
    struct item *item = lookup(key);
    return item ? item->count + item->price : -1;
}
