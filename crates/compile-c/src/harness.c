/* Runs the calls in processes of their own: one for each if calls leave something behind, else a new
   one only after a call that does not return. Includes nothing: it must compile in no time. */
#undef main

#ifdef __cplusplus
extern "C" {
#endif
int dprintf(int, const char *, ...);
int vdprintf(int, const char *, __builtin_va_list);
int fork(void);
int waitpid(int, int *, int);
unsigned alarm(unsigned);
void _exit(int);
void *mmap(void *, unsigned long, int, int, int, long);
extern void *stdout;
int setvbuf(void *, char *, int, unsigned long);
int fflush(void *);
extern int safebump_calls;
extern int safebump_leaves_state;
void safebump_call(int);

void safebump_unsigned(unsigned __int128 value) {
    char digits[48];
    int at = sizeof digits - 1;
    digits[at] = 0;
    do {
        digits[--at] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value);
    dprintf(1, "%s", digits + at);
}

void safebump_signed(__int128 value) {
    if (value < 0) dprintf(1, "-");
    safebump_unsigned(value < 0 ? -(unsigned __int128)value : (unsigned __int128)value);
}

void safebump_double(double value) {
    unsigned long bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    dprintf(1, "%lu", bits);
}

void safebump_text(const char *text) {
    dprintf(1, "%s", text ? text : "NULL");
}

void safebump_bytes(const void *from, unsigned long size) {
    static const char hex[] = "0123456789abcdef";
    dprintf(1, "\n\1bytes ");
    for (unsigned long i = 0; i < size; i++) {
        unsigned char byte = ((const unsigned char *)from)[i];
        dprintf(1, "%c%c", hex[byte >> 4], hex[byte & 15]);
    }
}

int safebump_print(const char *format, ...) {
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int written = vdprintf(1, format, args);
    __builtin_va_end(args);
    return written;
}

void safebump_returned(void) {
    fflush(stdout);
    dprintf(1, "\n\1returns\n");
}
#ifdef __cplusplus
}
#endif

int main(void) {
    /* What was written before a trap is seen as well. */
    setvbuf(stdout, 0, 2, 0);
    int *next = (int *)mmap(0, sizeof *next, 3, 0x21, -1, 0);
    while (*next < safebump_calls) {
        int status = 0;
        int child = fork();
        if (child < 0) return 1;
        if (child == 0) {
            do {
                int i = (*next)++;
                alarm(2);
                dprintf(1, "\1call\n");
                safebump_call(i);
                if (safebump_leaves_state) _exit(0);
                dprintf(1, "\n\1end 0\n");
            } while (*next < safebump_calls);
            _exit(0);
        }
        waitpid(child, &status, 0);
        if (safebump_leaves_state || status) dprintf(1, "\n\1end %d\n", status);
    }
    return 0;
}
