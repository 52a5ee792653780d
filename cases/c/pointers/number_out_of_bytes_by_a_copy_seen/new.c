#include <string.h>

struct input {
    const unsigned char *at;
};

unsigned f(struct input *in) {
    unsigned short number;
    memcpy(&number, in->at, 2);
    return number;
}
