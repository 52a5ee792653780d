#include <string.h>
struct held { char *text; };
struct pair { struct held *a, *b; struct pair *next; };
int same(struct pair *p) {
    return memcmp(p->a, p->b, sizeof *p->a) == 0;
}
