/* Holds the functions of prelude/libc.c and prelude/stdlib.c against the machine's C library, on random calls.
 * The argument is how many of each. Prints the first disagreement, or nothing. */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

extern int *__errno_location(void);
static int *real_errno(void) { return __errno_location(); }

#define __errno_location model_errno_location
#define errno model_errno
#define div_t model_div_t
#define ldiv_t model_ldiv_t
#define strlen model_strlen
#define strnlen model_strnlen
#define strcmp model_strcmp
#define strncmp model_strncmp
#define strchr model_strchr
#define strrchr model_strrchr
#define strcpy model_strcpy
#define strncpy model_strncpy
#define strcat model_strcat
#define strncat model_strncat
#define strspn model_strspn
#define strcspn model_strcspn
#define strpbrk model_strpbrk
#define strstr model_strstr
#define strdup model_strdup
#define memcmp model_memcmp
#define memchr model_memchr
#define __ctype_b_loc model_ctype_b_loc
#define isupper model_isupper
#define islower model_islower
#define isalpha model_isalpha
#define isdigit model_isdigit
#define isxdigit model_isxdigit
#define isspace model_isspace
#define isprint model_isprint
#define isgraph model_isgraph
#define isblank model_isblank
#define iscntrl model_iscntrl
#define ispunct model_ispunct
#define isalnum model_isalnum
#define toupper model_toupper
#define tolower model_tolower
#define atol model_atol
#define atoi model_atoi
#define strtol model_strtol
#define strtoll model_strtoll
#define strtoul model_strtoul
#define strtoull model_strtoull
#define atoll model_atoll
#define div model_div
#define ldiv model_ldiv
#define lldiv model_lldiv
#define strcasecmp model_strcasecmp
#define strncasecmp model_strncasecmp
#define stpcpy model_stpcpy
#define strchrnul model_strchrnul
#define memrchr model_memrchr
#define strtok_r model_strtok_r
#define strtok model_strtok
#define strsep model_strsep
#define qsort model_qsort
#define bsearch model_bsearch
#include "../prelude/libc.c"
#include "../prelude/stdlib.c"
#undef __errno_location
#undef div_t
#undef ldiv_t
#undef strlen
#undef strnlen
#undef strcmp
#undef strncmp
#undef strchr
#undef strrchr
#undef strcpy
#undef strncpy
#undef strcat
#undef strncat
#undef strspn
#undef strcspn
#undef strpbrk
#undef strstr
#undef memcmp
#undef memchr
#undef isupper
#undef islower
#undef isalpha
#undef isdigit
#undef isxdigit
#undef isspace
#undef isprint
#undef isgraph
#undef isblank
#undef iscntrl
#undef ispunct
#undef isalnum
#undef toupper
#undef tolower
#undef atol
#undef atoi
#undef strtol
#undef strtoll
#undef strtoul
#undef strtoull
#undef atoll
#undef div
#undef ldiv
#undef lldiv
#undef strcasecmp
#undef strncasecmp
#undef stpcpy
#undef strchrnul
#undef memrchr
#undef strtok_r
#undef strsep
#undef qsort
#undef bsearch
#include <ctype.h>

static int left_open;
void order_left_open(void) { left_open = 1; }

static unsigned long seed = 88172645463325252ul;
static unsigned long any(unsigned long below) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed % below;
}

/* A text of a few letters, so that they meet; or of anything. */
static void text(char *into, const char *letters, int most) {
    int n = (int)any((unsigned long)most + 1), wild = any(8) == 0;
    for (int i = 0; i < n; i++) into[i] = wild ? (char)(1 + any(255)) : letters[any((strlen)(letters))];
    into[n] = 0;
}

static int sign(int x) { return (x > 0) - (x < 0); }

static void fail(const char *name, const char *a, const char *b) {
    printf("%s: \"%s\" \"%s\"\n", name, a, b);
    exit(1);
}

#define SAME(name, x, y) \
    if ((x) != (y)) fail(name, a, b)

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void numbers(char *a, char *b) {
    static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37, -1};
    int base = bases[any(9)];
    static const char *const many[] = {"9223372036854775807", "-9223372036854775808", "18446744073709551615",
                                       "9223372036854775808", "-9223372036854775809", "18446744073709551616", "0x",
                                       "0xg", "-0x8000000000000000", " +7f", "99999999999999999999"};
    if (any(3) == 0) (strcpy)(a, many[any(11)]);
#define NUMBER(name, model, real) \
    { \
        char *x = b, *y = b; \
        model_errno = *real_errno() = 0; \
        SAME(name, (unsigned long)model(a, &x, base), (unsigned long)real(a, &y, base)); \
        SAME(name " end", x, y); \
        SAME(name " errno", model_errno, *real_errno()); \
    }
    NUMBER("strtol", model_strtol, strtol)
    NUMBER("strtoll", model_strtoll, strtoll)
    NUMBER("strtoul", model_strtoul, strtoul)
    NUMBER("strtoull", model_strtoull, strtoull)
    SAME("atol", model_atol(a), atol(a));
    SAME("atoi", model_atoi(a), atoi(a));
    SAME("atoll", model_atoll(a), atoll(a));
    int x = (int)any(2001) - 1000, y = (int)any(21) - 10;
    if (y == 0) y = 3;
    model_div_t d = model_div(x, y);
    div_t e = div(x, y);
    SAME("div", d.quot, e.quot);
    SAME("div", d.rem, e.rem);
}

static void strings(char *a, char *b) {
    char to[64], other[64];
    size_t n = any(12);
    int c = any(2) ? "ab:, \0"[any(6)] : (int)any(256);
    SAME("strlen", model_strlen(a), strlen(a));
    SAME("strnlen", model_strnlen(a, n), strnlen(a, n));
    SAME("strcmp", sign(model_strcmp(a, b)), sign(strcmp(a, b)));
    SAME("strncmp", sign(model_strncmp(a, b, n)), sign(strncmp(a, b, n)));
    SAME("strcasecmp", sign(model_strcasecmp(a, b)), sign(strcasecmp(a, b)));
    SAME("strncasecmp", sign(model_strncasecmp(a, b, n)), sign(strncasecmp(a, b, n)));
    SAME("strchr", model_strchr(a, c), strchr(a, c));
    SAME("strrchr", model_strrchr(a, c), strrchr(a, c));
    SAME("strchrnul", model_strchrnul(a, c), strchrnul(a, c));
    SAME("strspn", model_strspn(a, b), strspn(a, b));
    SAME("strcspn", model_strcspn(a, b), strcspn(a, b));
    SAME("strpbrk", model_strpbrk(a, b), strpbrk(a, b));
    SAME("strstr", model_strstr(a, b), strstr(a, b));
    size_t most = n < strlen(a) ? n : strlen(a);
    SAME("memchr", model_memchr(a, c, most), memchr(a, c, most));
    SAME("memrchr", model_memrchr(a, c, most), memrchr(a, c, most));
    most = most < strlen(b) ? most : strlen(b);
    SAME("memcmp", sign(model_memcmp(a, b, most)), sign(memcmp(a, b, most)));
#define COPY(name, model, real) \
    memset(to, 'z', 64); \
    to[any(3)] = 0; \
    memcpy(other, to, 64); \
    SAME(name, (char *)model - to, (char *)real - other); \
    SAME(name, memcmp(to, other, 64), 0);
    COPY("strcpy", model_strcpy(to, a), strcpy(other, a))
    COPY("stpcpy", model_stpcpy(to, a), stpcpy(other, a))
    COPY("strncpy", model_strncpy(to, a, n), strncpy(other, a, n))
    COPY("strcat", model_strcat(to, a), strcat(other, a))
    COPY("strncat", model_strncat(to, a, n), strncat(other, a, n))
}

static void tokens(char *a, char *b) {
    char to[64], other[64];
    char *rest = 0, *other_rest = 0, *x = to, *y = other;
    strcpy(to, a);
    strcpy(other, a);
    for (int i = 0; i < 4; i++) {
        char *first = model_strtok_r(i ? 0 : to, b, &rest), *second = strtok_r(i ? 0 : other, b, &other_rest);
        SAME("strtok_r", first ? first - to : -1, second ? second - other : -1);
        SAME("strtok_r", memcmp(to, other, strlen(a) + 1), 0);
    }
    strcpy(to, a);
    strcpy(other, a);
    for (int i = 0; i < 4; i++) {
        char *first = model_strsep(&x, b), *second = strsep(&y, b);
        SAME("strsep", first ? first - to : -1, second ? second - other : -1);
        SAME("strsep", memcmp(to, other, strlen(a) + 1), 0);
    }
}

static void characters(const char *a, const char *b) {
    int c = (int)any(257) - 1;
#define CLASS(name) SAME(#name, !model_##name(c), !name(c))
    CLASS(isupper);
    CLASS(islower);
    CLASS(isalpha);
    CLASS(isdigit);
    CLASS(isxdigit);
    CLASS(isspace);
    CLASS(isprint);
    CLASS(isgraph);
    CLASS(isblank);
    CLASS(iscntrl);
    CLASS(ispunct);
    CLASS(isalnum);
    SAME("toupper", model_toupper(c), toupper(c));
    SAME("tolower", model_tolower(c), tolower(c));
}

static void sorting(const char *a, const char *b) {
    int x[8], y[8], n = (int)any(9);
    for (int i = 0; i < n; i++) x[i] = y[i] = (int)any(10) - 5;
    left_open = 0;
    model_qsort(x, (size_t)n, sizeof *x, by_value);
    qsort(y, (size_t)n, sizeof *y, by_value);
    SAME("qsort", memcmp(x, y, (size_t)n * sizeof *x), 0);
    SAME("qsort", left_open, 0);
    int key = (int)any(12) - 6;
    int *first = model_bsearch(&key, x, (size_t)n, sizeof *x, by_value);
    int *second = bsearch(&key, y, (size_t)n, sizeof *y, by_value);
    SAME("bsearch", first ? first - x : -1, second ? second - y : -1);
}

int main(int argc, char **argv) {
    long count = argc > 1 ? (atol)(argv[1]) : 1000;
    char a[64], b[64];
    for (long i = 0; i < count; i++) {
        text(a, "ab", 8);
        text(b, "ab", 3);
        strings(a, b);
        text(a, "aA:, ", 10);
        text(b, ":, ", 2);
        strings(a, b);
        tokens(a, b);
        text(a, " -+0123456789xXabcdef", 8);
        numbers(a, b);
        characters(a, b);
        sorting(a, b);
    }
    return 0;
}
