#include <stdbool.h>

struct ring {
    unsigned char data[16];
    unsigned head, tail;
};

bool put(struct ring *r, unsigned char c) {
    unsigned next = (r->head + 1) & 15;
    if (next == r->tail) return false;
    r->data[r->head & 0xf] = c;
    r->head = next;
    return true;
}
