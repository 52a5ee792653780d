#include <stddef.h>

struct list {
    size_t count;
    int items[4];
};

int first(const struct list *list) {
    return list->count > 0 ? list->items[0] : -1;
}
