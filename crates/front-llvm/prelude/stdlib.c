/* More functions of the C library, as the C locale and glibc have them: numbers in text, errno, sorting, searching.
 *
 * front-llvm reads stdlib.ll, which is made of this file as libc.ll is of libc.c (see there).
 *
 * All are weak: a definition of the user's comes first. */

#define LIBRARY __attribute__((weak))

typedef unsigned long size_t;

/* Errors. */

LIBRARY int errno;

LIBRARY int *__errno_location(void) { return &errno; }

#define INVALID 22
#define OUT_OF_RANGE 34

/* Numbers. */

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

static unsigned long number_in(const char *s, char **end, int base, unsigned long most, unsigned long least,
                               int is_signed) {
    if (base < 0 || base == 1 || base > 36) {
        errno = INVALID;
        return 0;
    }
    const char *p = s;
    while (is_space(*p)) p++;
    int negative = *p == '-';
    if (*p == '-' || *p == '+') p++;
    if (*p == '0' && (base == 0 || base == 16) && (p[1] == 'x' || p[1] == 'X')) {
        if (digit_value(p[2]) < 16) {
            p += 2;
            base = 16;
        } else if (base == 0) {
            base = 8;
        }
    } else if (base == 0) {
        base = *p == '0' ? 8 : 10;
    }
    if (digit_value(*p) >= base) {
        if (end) *end = (char *)s;
        return 0;
    }
    unsigned long limit = is_signed && negative ? least : most, value = 0;
    int overflows = 0;
    for (int digit; (digit = digit_value(*p)) < base; p++) {
        if (value > (limit - digit) / base) overflows = 1;
        value = value * base + digit;
    }
    if (end) *end = (char *)p;
    if (overflows) {
        errno = OUT_OF_RANGE;
        return limit;
    }
    return negative ? -value : value;
}

#define MOST_SIGNED 9223372036854775807ul

LIBRARY long strtol(const char *s, char **end, int base) {
    return (long)number_in(s, end, base, MOST_SIGNED, MOST_SIGNED + 1, 1);
}
LIBRARY long long strtoll(const char *s, char **end, int base) {
    return (long long)number_in(s, end, base, MOST_SIGNED, MOST_SIGNED + 1, 1);
}
LIBRARY unsigned long strtoul(const char *s, char **end, int base) { return number_in(s, end, base, -1ul, -1ul, 0); }
LIBRARY unsigned long long strtoull(const char *s, char **end, int base) {
    return number_in(s, end, base, -1ul, -1ul, 0);
}
LIBRARY long long atoll(const char *s) { return strtoll(s, 0, 10); }

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;

LIBRARY div_t div(int a, int b) {
    div_t both = {a / b, a % b};
    return both;
}
LIBRARY ldiv_t ldiv(long a, long b) {
    ldiv_t both = {a / b, a % b};
    return both;
}
LIBRARY ldiv_t lldiv(long a, long b) {
    ldiv_t both = {a / b, a % b};
    return both;
}

/* Strings. */

static int lowered(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c; }

LIBRARY int strcasecmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] != 0 && lowered(a[i]) == lowered(b[i])) i++;
    return lowered(a[i]) - lowered(b[i]);
}

LIBRARY int strncasecmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (lowered(a[i]) != lowered(b[i])) return lowered(a[i]) - lowered(b[i]);
        if (a[i] == 0) return 0;
    }
    return 0;
}

LIBRARY char *stpcpy(char *to, const char *from) {
    size_t i = 0;
    while ((to[i] = from[i]) != 0) i++;
    return to + i;
}

LIBRARY char *strchrnul(const char *s, int c) {
    while (*s != 0 && *s != (char)c) s++;
    return (char *)s;
}

LIBRARY void *memrchr(const void *s, int c, size_t n) {
    const unsigned char *x = s;
    while (n > 0) {
        n--;
        if (x[n] == (unsigned char)c) return (void *)(x + n);
    }
    return 0;
}

static int is_among(char c, const char *set) {
    for (; *set != 0; set++)
        if (*set == c) return 1;
    return 0;
}

LIBRARY char *strtok_r(char *s, const char *delimiters, char **rest) {
    if (!s) s = *rest;
    while (*s != 0 && is_among(*s, delimiters)) s++;
    if (*s == 0) {
        *rest = s;
        return 0;
    }
    char *token = s;
    while (*s != 0 && !is_among(*s, delimiters)) s++;
    if (*s != 0) *s++ = 0;
    *rest = s;
    return token;
}

LIBRARY char *strtok(char *s, const char *delimiters) {
    static char *rest;
    return strtok_r(s, delimiters, &rest);
}

LIBRARY char *strsep(char **at, const char *delimiters) {
    char *token = *at;
    if (!token) return 0;
    char *s = token;
    while (*s != 0 && !is_among(*s, delimiters)) s++;
    if (*s != 0) {
        *s = 0;
        *at = s + 1;
    } else {
        *at = 0;
    }
    return token;
}

/* Sorting and searching. */

/* The comparison leaves the order open, or contradicts itself: what qsort makes of that depends on how it is written. */
void order_left_open(void);

typedef int (*comparison)(const void *, const void *);

static void swap(char *a, char *b, size_t size) {
    if (size == 4) {
        int t = *(int *)a;
        *(int *)a = *(int *)b;
        *(int *)b = t;
        return;
    }
    if (size == 8) {
        long t = *(long *)a;
        *(long *)a = *(long *)b;
        *(long *)b = t;
        return;
    }
    for (size_t i = 0; i < size; i++) {
        char t = a[i];
        a[i] = b[i];
        b[i] = t;
    }
}

static int is_same(const char *a, const char *b, size_t size) {
    if (size == 4) return *(int *)a == *(int *)b;
    if (size == 8) return *(long *)a == *(long *)b;
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i]) return 0;
    return 1;
}

LIBRARY void qsort(void *base, size_t count, size_t size, comparison compare) {
    char *a = base;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && compare(a + (j - 1) * size, a + j * size) > 0; j--)
            swap(a + (j - 1) * size, a + j * size, size);
    /* In order, each before all that come later, and not the other way round: there is one such order. */
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            int forth = compare(a + i * size, a + j * size), back = compare(a + j * size, a + i * size);
            if (forth < 0 && back > 0) continue;
            if (forth == 0 && back == 0 && is_same(a + i * size, a + j * size, size)) continue;
            order_left_open();
        }
}

LIBRARY void *bsearch(const void *key, const void *base, size_t count, size_t size, comparison compare) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const void *here = (const char *)base + middle * size;
        int order = compare(key, here);
        if (order < 0)
            high = middle;
        else if (order > 0)
            low = middle + 1;
        else
            return (void *)here;
    }
    return 0;
}
