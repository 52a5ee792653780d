#include "strlib.h"

#include <stdlib.h>
#include <string.h>

struct text {
    int length;
    char chars[];
};

static unsigned noise = 1;

static struct text *text(int length) {
    struct text *made = malloc(sizeof *made + length + 1);
    made->length = length;
    made->chars[length] = 0;
    return made;
}

string empty(void) {
    return text(0);
}

bool find(string sb, string s) {
    for (int at = 0; at + s->length <= sb->length; at++)
        if (!memcmp(sb->chars + at, s->chars, s->length))
            return true;
    return false;
}

/* The next character of a stream of noise. */
char get(void) {
    noise = noise * 1103515245 + 12345;
    return "abab/a"[(noise >> 16) % 6];
}

string append(string sb, char c) {
    struct text *made = text(sb->length + 1);
    memcpy(made->chars, sb->chars, sb->length);
    made->chars[sb->length] = c;
    return made;
}

string sub(string sb, int pos) {
    int from = pos < 0 ? 0 : pos > sb->length ? sb->length : pos;
    struct text *made = text(sb->length - from);
    memcpy(made->chars, sb->chars + from, made->length);
    return made;
}

int length(string s) {
    return s->length;
}
