/* Functions of the C library as the C locale and glibc have them, for clients that call them.
 *
 * front-llvm reads libc.ll, which is made of this file:
 *
 *     clang-19 -O0 -Xclang -disable-O0-optnone -ffreestanding -fno-builtin -S -emit-llvm libc.c -o libc.ll
 *
 * with the table of classes put into one array by hand, where clang has two.
 *
 * All are weak: a definition of the user's comes first. */

#define LIBRARY __attribute__((weak))

typedef unsigned long size_t;

void *malloc(size_t);

/* Strings. */

LIBRARY size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n] != 0) n++;
    return n;
}

LIBRARY size_t strnlen(const char *s, size_t most) {
    size_t n = 0;
    while (n < most && s[n] != 0) n++;
    return n;
}

LIBRARY int strcmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i]) i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

LIBRARY int strncmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return (unsigned char)a[i] - (unsigned char)b[i];
        if (a[i] == 0) return 0;
    }
    return 0;
}

LIBRARY char *strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c) return (char *)s;
        if (*s == 0) return 0;
    }
}

LIBRARY char *strrchr(const char *s, int c) {
    char *last = 0;
    for (;; s++) {
        if (*s == (char)c) last = (char *)s;
        if (*s == 0) return last;
    }
}

LIBRARY char *strcpy(char *to, const char *from) {
    size_t i = 0;
    while ((to[i] = from[i]) != 0) i++;
    return to;
}

LIBRARY char *strncpy(char *to, const char *from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i] != 0; i++) to[i] = from[i];
    for (; i < n; i++) to[i] = 0;
    return to;
}

LIBRARY char *strcat(char *to, const char *from) {
    size_t n = 0, i = 0;
    while (to[n] != 0) n++;
    while ((to[n + i] = from[i]) != 0) i++;
    return to;
}

LIBRARY char *strncat(char *to, const char *from, size_t most) {
    size_t n = 0, i = 0;
    while (to[n] != 0) n++;
    for (; i < most && from[i] != 0; i++) to[n + i] = from[i];
    to[n + i] = 0;
    return to;
}

LIBRARY size_t strspn(const char *s, const char *accept) {
    size_t n = 0;
    for (; s[n] != 0; n++) {
        size_t i = 0;
        while (accept[i] != 0 && accept[i] != s[n]) i++;
        if (accept[i] == 0) break;
    }
    return n;
}

LIBRARY size_t strcspn(const char *s, const char *reject) {
    size_t n = 0;
    for (; s[n] != 0; n++) {
        size_t i = 0;
        while (reject[i] != 0 && reject[i] != s[n]) i++;
        if (reject[i] != 0) break;
    }
    return n;
}

LIBRARY char *strpbrk(const char *s, const char *accept) {
    for (; *s != 0; s++)
        for (const char *a = accept; *a != 0; a++)
            if (*a == *s) return (char *)s;
    return 0;
}

LIBRARY char *strstr(const char *s, const char *wanted) {
    for (;; s++) {
        size_t i = 0;
        while (wanted[i] != 0 && s[i] == wanted[i]) i++;
        if (wanted[i] == 0) return (char *)s;
        if (*s == 0) return 0;
    }
}

LIBRARY char *strdup(const char *s) {
    size_t n = 0;
    while (s[n] != 0) n++;
    char *copy = malloc(n + 1);
    for (size_t i = 0; i <= n; i++) copy[i] = s[i];
    return copy;
}

/* Bytes. */

LIBRARY int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i]) return x[i] - y[i];
    return 0;
}

LIBRARY void *memchr(const void *s, int c, size_t n) {
    const unsigned char *x = s;
    for (size_t i = 0; i < n; i++)
        if (x[i] == (unsigned char)c) return (void *)(x + i);
    return 0;
}

/* Characters. Below -128 and above 255 they are undefined: there is no such entry. */

static const unsigned short classes[384] = {
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    2,2,2,2,2,2,2,2,2,8195,8194,8194,8194,8194,2,2,
    2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,
    24577,49156,49156,49156,49156,49156,49156,49156,49156,49156,49156,49156,49156,49156,49156,49156,
    55304,55304,55304,55304,55304,55304,55304,55304,55304,55304,49156,49156,49156,49156,49156,49156,
    49156,54536,54536,54536,54536,54536,54536,50440,50440,50440,50440,50440,50440,50440,50440,50440,
    50440,50440,50440,50440,50440,50440,50440,50440,50440,50440,50440,49156,49156,49156,49156,49156,
    49156,54792,54792,54792,54792,54792,54792,50696,50696,50696,50696,50696,50696,50696,50696,50696,
    50696,50696,50696,50696,50696,50696,50696,50696,50696,50696,50696,49156,49156,49156,49156,2,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
};

LIBRARY const unsigned short **__ctype_b_loc(void) {
    static const unsigned short *const here = classes + 128;
    return (const unsigned short **)&here;
}

LIBRARY int isupper(int c) { return (*__ctype_b_loc())[c] & 256; }
LIBRARY int islower(int c) { return (*__ctype_b_loc())[c] & 512; }
LIBRARY int isalpha(int c) { return (*__ctype_b_loc())[c] & 1024; }
LIBRARY int isdigit(int c) { return (*__ctype_b_loc())[c] & 2048; }
LIBRARY int isxdigit(int c) { return (*__ctype_b_loc())[c] & 4096; }
LIBRARY int isspace(int c) { return (*__ctype_b_loc())[c] & 8192; }
LIBRARY int isprint(int c) { return (*__ctype_b_loc())[c] & 16384; }
LIBRARY int isgraph(int c) { return (*__ctype_b_loc())[c] & 32768; }
LIBRARY int isblank(int c) { return (*__ctype_b_loc())[c] & 1; }
LIBRARY int iscntrl(int c) { return (*__ctype_b_loc())[c] & 2; }
LIBRARY int ispunct(int c) { return (*__ctype_b_loc())[c] & 4; }
LIBRARY int isalnum(int c) { return (*__ctype_b_loc())[c] & 8; }

LIBRARY int toupper(int c) {
    if (c >= 'a' && c <= 'z') return c - 'a' + 'A';
    return c >= -128 && c < -1 ? c + 256 : c;
}

LIBRARY int tolower(int c) {
    if (c >= 'A' && c <= 'Z') return c - 'A' + 'a';
    return c >= -128 && c < -1 ? c + 256 : c;
}

/* Numbers. */

LIBRARY long atol(const char *s) {
    while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
    int negative = *s == '-';
    if (*s == '-' || *s == '+') s++;
    unsigned long limit = negative ? 9223372036854775808ul : 9223372036854775807ul, value = 0;
    for (; *s >= '0' && *s <= '9'; s++) {
        unsigned long digit = *s - '0';
        value = value > (limit - digit) / 10 ? limit : value * 10 + digit;
    }
    return negative ? (long)-value : (long)value;
}

LIBRARY int atoi(const char *s) { return (int)atol(s); }
