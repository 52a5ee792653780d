/* Serves calls of one function: reads them from a pipe and says for each what it did.

   A server forks a worker, which seals itself before anything of the client's runs, its initialisers
   included, and makes calls for as long as it lives; when one ends it, the server says so and forks the
   next. So a call costs no process, and a crash costs a fork.

   Memory is handed out so that mistakes show: every object ends where a page ends that nobody may touch, what
   was freed nobody may touch either, and what was not written holds a byte that is another in another run. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern int safebump_arguments;
void safebump_call(unsigned char **arguments);
void safebump_globals(void);

enum { REQUESTS = 200, ANSWERS = 201, OUTPUT = 202 };

/* What a worker tells the server, and workers those after them. */
struct shared {
    int is_calling, is_last, wants_fresh;
    /* Where memory was touched that is not there: 1 beyond what was given, 2 the stack is used
       up, 4 a null pointer. */
    int fault;
    /* What was reached so far. */
    unsigned char reached[1 << 16];
};
static struct shared *shared;

/* ---- Memory ---- */

enum { PAGE = 4096, SLOTS = 16384, STRIDE = 2 * PAGE, LARGE = 2048 };
static unsigned char *small_memory, *large_memory;
static const size_t large_room = (size_t)256 << 20;
static size_t large_used;
static int slots_used, freed_from, larges_used;
static unsigned char fill_byte = 0xa5;
enum { NOT_USED, LIVE, FREED };
static struct block {
    unsigned size, offset;
    unsigned char state, is_given;
} slots[SLOTS];
static struct large {
    size_t start, size, pages;
    unsigned char state, is_given;
} larges[LARGE];

static void reserve(void) {
    if (small_memory) return;
    small_memory = mmap(0, (size_t)SLOTS * STRIDE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    large_memory = mmap(0, large_room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

static size_t end_of(size_t room, size_t size, size_t alignment) {
    return (room - size) & ~(alignment - 1);
}

static int a_slot(void) {
    if (slots_used < SLOTS) return slots_used++;
    for (int tried = 0; tried < SLOTS; tried++) {
        int at = (freed_from + tried) % SLOTS;
        if (slots[at].state == FREED) {
            freed_from = at + 1;
            return at;
        }
    }
    return -1;
}

static void *take(size_t size, size_t alignment, int is_given) {
    reserve();
    if (size <= PAGE && alignment <= PAGE) {
        int at = a_slot();
        if (at >= 0) {
            unsigned char *page = small_memory + (size_t)at * STRIDE;
            if (mprotect(page, PAGE, PROT_READ | PROT_WRITE) == 0) {
                size_t offset = end_of(PAGE, size, alignment);
                memset(page, fill_byte, PAGE);
                slots[at] = (struct block){(unsigned)size, (unsigned)offset, LIVE, (unsigned char)is_given};
                return page + offset;
            }
        }
    }
    size_t pages = (size + alignment + PAGE - 1) / PAGE;
    if (size > large_room || larges_used == LARGE || large_used + (pages + 1) * PAGE > large_room) {
        errno = ENOMEM;
        return 0;
    }
    unsigned char *start = large_memory + large_used;
    if (mprotect(start, pages * PAGE, PROT_READ | PROT_WRITE) != 0) return 0;
    size_t offset = end_of(pages * PAGE, size, alignment);
    memset(start, fill_byte, pages * PAGE);
    larges[larges_used++] = (struct large){large_used + offset, size, pages, LIVE, (unsigned char)is_given};
    large_used += (pages + 1) * PAGE;
    return start + offset;
}

static int slot_of(const void *p) {
    const unsigned char *at = p;
    if (!small_memory || at < small_memory || at >= small_memory + (size_t)SLOTS * STRIDE) return -1;
    return (int)((size_t)(at - small_memory) / STRIDE);
}

static int large_of(const void *p) {
    const unsigned char *at = p;
    if (!large_memory || at < large_memory || at >= large_memory + large_used) return -1;
    for (int i = larges_used; i-- > 0;) {
        if ((size_t)(at - large_memory) >= larges[i].start - PAGE) return i;
    }
    return -1;
}

/* The object that the address lies in, or right behind. */
static int object_at(const void *p, unsigned char **start, size_t *size, int *state, int *is_given) {
    int slot = slot_of(p), large = slot < 0 ? large_of(p) : -1;
    if (slot >= 0) {
        *start = small_memory + (size_t)slot * STRIDE + slots[slot].offset;
        *size = slots[slot].size;
        *state = slots[slot].state;
        *is_given = slots[slot].is_given;
    } else if (large >= 0) {
        *start = large_memory + larges[large].start;
        *size = larges[large].size;
        *state = larges[large].state;
        *is_given = larges[large].is_given;
    } else {
        return 0;
    }
    return 1;
}

static size_t natural(size_t size) {
    size_t alignment = 1;
    while (alignment < 16 && alignment * 2 <= size) alignment *= 2;
    return alignment;
}

void *malloc(size_t size) { return take(size, natural(size), 0); }

void *calloc(size_t count, size_t size) {
    size_t all;
    if (__builtin_mul_overflow(count, size, &all)) {
        errno = ENOMEM;
        return 0;
    }
    void *p = malloc(all);
    if (p) memset(p, 0, all);
    return p;
}

void free(void *p) {
    unsigned char *start;
    size_t size;
    int state, is_given, before = errno;
    if (!p || !object_at(p, &start, &size, &state, &is_given)) return;
    if (p != start || state != LIVE) __builtin_trap();
    int slot = slot_of(p), large = large_of(p);
    if (slot >= 0) {
        slots[slot].state = FREED;
        mprotect(small_memory + (size_t)slot * STRIDE, PAGE, PROT_NONE);
    } else if (large >= 0) {
        larges[large].state = FREED;
        mprotect((void *)((uintptr_t)start & ~(uintptr_t)(PAGE - 1)), larges[large].pages * PAGE - (larges[large].start % PAGE), PROT_NONE);
    }
    errno = before;
}

void *realloc(void *p, size_t size) {
    unsigned char *start;
    size_t known = 0;
    int state, is_given;
    if (!p) return malloc(size);
    if (!object_at(p, &start, &known, &state, &is_given)) known = 0;
    else if (p != start || state != LIVE) __builtin_trap();
    void *other = malloc(size);
    if (!other) return 0;
    memcpy(other, p, known < size ? known : size);
    free(p);
    return other;
}

void *memalign(size_t alignment, size_t size) { return take(size, alignment ? alignment : 1, 0); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **p, size_t alignment, size_t size) {
    void *found = memalign(alignment, size);
    if (!found) return ENOMEM;
    *p = found;
    return 0;
}
size_t malloc_usable_size(void *p) {
    unsigned char *start;
    size_t size;
    int state, is_given;
    return p && object_at(p, &start, &size, &state, &is_given) ? size : 0;
}

/* ---- What is reached, and what is compared ---- */

static int is_new, is_traced, operands_used;
static uint64_t operands[64];

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
    static uint32_t next;
    for (uint32_t *guard = start; guard < stop; guard++)
        if (!*guard) *guard = ++next;
}
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
    uint32_t at = *guard % sizeof shared->reached;
    if (shared && !shared->reached[at]) {
        shared->reached[at] = 1;
        is_new = 1;
    }
}
static void compared(uint64_t a, uint64_t b) {
    if (!is_traced || a == b || operands_used + 2 > (int)(sizeof operands / sizeof *operands)) return;
    for (int i = 0; i < operands_used; i += 2)
        if (operands[i] == a && operands[i + 1] == b) return;
    operands[operands_used++] = a;
    operands[operands_used++] = b;
}
void __sanitizer_cov_trace_cmp1(uint8_t a, uint8_t b) { compared(a, b); }
void __sanitizer_cov_trace_cmp2(uint16_t a, uint16_t b) { compared(a, b); }
void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b) { compared(a, b); }
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b) { compared(a, b); }
void __sanitizer_cov_trace_const_cmp1(uint8_t a, uint8_t b) { compared(a, b); }
void __sanitizer_cov_trace_const_cmp2(uint16_t a, uint16_t b) { compared(a, b); }
void __sanitizer_cov_trace_const_cmp4(uint32_t a, uint32_t b) { compared(a, b); }
void __sanitizer_cov_trace_const_cmp8(uint64_t a, uint64_t b) { compared(a, b); }
void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
    for (uint64_t i = 0; i < cases[0] && i < 16; i++) compared(cases[2 + i], value);
}

/* ---- Answers ---- */

static char answer[4 << 20];
static size_t answered;

static void say(const char *text) {
    size_t length = strlen(text);
    if (answered + length + 1 < sizeof answer) {
        memcpy(answer + answered, text, length);
        answered += length;
    }
}
static void say_hex(const void *from, size_t size) {
    static const char digits[] = "0123456789abcdef";
    const unsigned char *bytes = from;
    if (answered + 2 * size + 2 >= sizeof answer) _exit(124);
    for (size_t i = 0; i < size; i++) {
        answer[answered++] = digits[bytes[i] >> 4];
        answer[answered++] = digits[bytes[i] & 15];
    }
    if (!size) answer[answered++] = '-';
}
static void say_number(uint64_t number) {
    char digits[24];
    int at = sizeof digits - 1;
    digits[at] = 0;
    do digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    say(digits + at);
}
static void send_answer(void) {
    answer[answered++] = '\n';
    for (size_t sent = 0; sent < answered;) {
        ssize_t written = write(ANSWERS, answer + sent, answered - sent);
        if (written <= 0) _exit(1);
        sent += (size_t)written;
    }
    answered = 0;
}
/* What was written to standard output since it was last asked. */
static void say_output(void) {
    static unsigned char output[1 << 20];
    off_t size = lseek(OUTPUT, 0, SEEK_CUR);
    size_t most = size > (off_t)sizeof output ? sizeof output : size > 0 ? (size_t)size : 0;
    ssize_t read = pread(OUTPUT, output, most, 0);
    lseek(OUTPUT, 0, SEEK_SET);
    say(" p ");
    say_hex(output, read > 0 ? (size_t)read : 0);
}

static int has_returned;

/* The client has returned: what it left in buffers is its output as well. */
void safebump_returned(void) {
    fflush(stdout);
    has_returned = 1;
    answered = 0;
    say("r");
}
void safebump_result(const void *value, size_t size) {
    say(" v ");
    say_hex(value, size);
}
/* Where a pointer leads: an object of the heap as a whole, text up to its end, else so many bytes. */
void safebump_follow(const void *p, size_t size, int is_text) {
    unsigned char *start;
    size_t known;
    int state, is_given;
    if (!p) return;
    if (object_at(p, &start, &known, &state, &is_given)) {
        if (is_given) return;
        if (state != LIVE) __builtin_trap();
        size = (size_t)(start + known - (const unsigned char *)p);
        if (size > 65536) size = 65536;
    } else if (is_text) {
        size = 0;
        while (size < 65536 && ((const char *)p)[size]) size++;
    }
    if (is_text) {
        size_t length = 0;
        while (length < size && ((const char *)p)[length]) length++;
        size = length;
    }
    say(" f ");
    say_number((uintptr_t)p);
    say(" ");
    say_hex(p, size);
}
void safebump_global(const void *p, size_t size) {
    say(" g ");
    say_hex(p, size);
}
/* What stands behind a reference, as text. */
void safebump_mark(const void *text, size_t size) {
    say(" m ");
    say_hex(text, size);
}
/* The number that was thrown. */
void safebump_value(long value) { safebump_result(&value, sizeof value); }
void safebump_thrown(const char *type) {
    safebump_returned();
    say(" t ");
    say_hex(type, strlen(type));
}

/* ---- Requests ---- */

static int read_all(void *into, size_t size) {
    for (size_t got = 0; got < size;) {
        ssize_t some = read(REQUESTS, (char *)into + got, size - got);
        if (some <= 0) return 0;
        got += (size_t)some;
    }
    return 1;
}

static unsigned char request[1 << 20];
static uint32_t request_size;

static int read_request(void) {
    return read_all(&request_size, 4) && request_size <= sizeof request && read_all(request, request_size);
}

enum { MOST_OBJECTS = 256 };
static unsigned char *objects[MOST_OBJECTS];
static uint32_t object_count;

static uint32_t number_at(size_t *at) {
    uint32_t number;
    memcpy(&number, request + *at, 4);
    *at += 4;
    return number;
}

/* Lays out the objects of a call: its arguments first, then what they lead to. */
static void lay_out(size_t at, int is_reversed) {
    static struct { uint32_t size, alignment, relocations; size_t bytes, table; } known[MOST_OBJECTS];
    object_count = number_at(&at);
    if (object_count > MOST_OBJECTS) _exit(123);
    for (uint32_t i = 0; i < object_count; i++) {
        known[i].size = number_at(&at);
        known[i].alignment = number_at(&at);
        known[i].relocations = number_at(&at);
        known[i].bytes = at;
        at += known[i].size;
        known[i].table = at;
        at += 8 * (size_t)known[i].relocations;
    }
    for (uint32_t n = 0; n < object_count; n++) {
        uint32_t i = is_reversed ? object_count - 1 - n : n;
        objects[i] = take(known[i].size, known[i].alignment, 1);
        if (!objects[i]) _exit(122);
        memcpy(objects[i], request + known[i].bytes, known[i].size);
    }
    for (uint32_t i = 0; i < object_count; i++) {
        size_t table = known[i].table;
        for (uint32_t n = 0; n < known[i].relocations; n++) {
            uint32_t offset = number_at(&table), target = number_at(&table);
            /* What stands there already is how far into the object it leads. */
            uint64_t on;
            memcpy(&on, objects[i] + offset, sizeof on);
            unsigned char *pointer = objects[target] + on;
            memcpy(objects[i] + offset, &pointer, sizeof pointer);
        }
    }
}

/* What the objects hold after the call; those that were freed hold nothing. The memory is taken back. */
static void say_objects(void) {
    for (uint32_t i = 0; i < object_count; i++) {
        unsigned char *start;
        size_t size = 0;
        int state = FREED, is_given = 0;
        object_at(objects[i], &start, &size, &state, &is_given);
        if (i >= (uint32_t)safebump_arguments) {
            say(" o ");
            say_number((uintptr_t)objects[i]);
            say(" ");
            if (state == LIVE) say_hex(objects[i], size);
            else say("freed");
        }
        if (state == LIVE) free(objects[i]);
    }
}

static char *stack_top;

static void faulted(int signal, siginfo_t *info, void *context) {
    (void)context;
    unsigned char *start;
    size_t size;
    int state, is_given;
    char *at = info->si_addr;
    if (signal == SIGSEGV || signal == SIGBUS) {
        if ((uintptr_t)at < PAGE) shared->fault = 4;
        else if (at < stack_top && at > stack_top - (16 << 20)) shared->fault = 2;
        else if (object_at(at, &start, &size, &state, &is_given) && is_given && state == LIVE) shared->fault = 1;
        /* Before a page of an object lies the forbidden one of its neighbour. */
        else if (object_at(at + PAGE, &start, &size, &state, &is_given) && is_given && state == LIVE) shared->fault = 1;
    }
    struct sigaction usual = {0};
    usual.sa_handler = SIG_DFL;
    sigaction(signal, &usual, 0);
}

static void watch_faults(void) {
    static char stack[1 << 16];
    stack_t other = {0};
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    sigaltstack(&other, 0);
    struct sigaction action = {0};
    action.sa_sigaction = faulted;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGBUS, &action, 0);
}

static void limit_time(void) {
    struct itimerval processor = {{0, 0}, {0, 200000}}, wall = {{0, 0}, {2, 0}};
    setitimer(ITIMER_PROF, &processor, 0);
    setitimer(ITIMER_REAL, &wall, 0);
}

/* Leaves some of the stack out, so that what lies in it lies elsewhere in another run. */
static __attribute__((noinline)) void call_deeper(unsigned shift) {
    volatile char *room = __builtin_alloca(shift + 1);
    for (unsigned i = 0; i <= shift; i++) room[i] = (char)fill_byte;
    safebump_call(objects);
}

static unsigned stack_shift;
static int is_reversed;

int main(void) {
    char here;
    stack_top = &here;
    int calls = 0;
    setvbuf(stdout, 0, _IONBF, 0);
    watch_faults();
    for (;;) {
        if (!read_request()) {
            shared->is_last = 1;
            _exit(0);
        }
        if (request[0] == 'F') {
            if (!calls) continue;
            shared->wants_fresh = 1;
            _exit(0);
        }
        if (request[0] == 'G') {
            answered = 0;
            say("r");
            safebump_globals();
            send_answer();
            continue;
        }
        calls++;
        is_traced = request[0] == 'T';
        is_new = operands_used = has_returned = 0;
        lay_out(1, is_reversed);
        shared->fault = 0;
        shared->is_calling = 1;
        limit_time();
        errno = 0;
        call_deeper(stack_shift);
        if (!has_returned) _exit(121);
        shared->is_calling = 0;
        say_objects();
        if (is_new) say(" n");
        for (int i = 0; i < operands_used; i++) {
            say(" c ");
            say_number(operands[i]);
        }
        say_output();
        send_answer();
    }
}

/* ---- The server ---- */

static int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

/* From here on, the kernel ends this process if it does more than compute and write. */
static void seal(const char *digits) {
    static unsigned char steps[1 << 15];
    size_t length = 0;
    while (digits[2 * length] && length < sizeof steps) {
        steps[length] = (unsigned char)(digit(digits[2 * length]) << 4 | digit(digits[2 * length + 1]));
        length++;
    }
    struct { unsigned short length; void *steps; } program = {(unsigned short)(length / 8), steps};
    if (length && prctl(PR_SET_SECCOMP, 2UL, &program, 0UL, 0UL) != 0) _exit(125);
}

static unsigned number_of(const char *text) {
    unsigned number = 0;
    while (*text >= '0' && *text <= '9') number = number * 10 + (unsigned)(*text++ - '0');
    return number;
}

/* Its arguments: the seal, the byte of what was not written, by how much the stack is shifted, whether objects
   are laid out from the last. */
static void serve(int argc, char **argv, char **environment) {
    (void)environment;
    if (argc > 4) {
        fill_byte = (unsigned char)number_of(argv[2]);
        stack_shift = number_of(argv[3]);
        is_reversed = (int)number_of(argv[4]);
    }
    int nothing = open("/dev/null", O_RDWR), output = memfd_create("output", 0);
    dup2(0, REQUESTS);
    dup2(1, ANSWERS);
    dup2(output, OUTPUT);
    dup2(nothing, 0);
    dup2(nothing, 2);
    dup2(output, 1);
    close(output);
    close(nothing);
    shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (;;) {
        int status = 0;
        shared->is_calling = shared->wants_fresh = 0;
        pid_t worker = fork();
        if (worker < 0) _exit(1);
        if (worker == 0) {
            seal(argc > 1 ? argv[1] : "");
            return;
        }
        waitpid(worker, &status, 0);
        if (shared->is_last) _exit(0);
        if (shared->wants_fresh) continue;
        if (!shared->is_calling) {
            /* It did not get as far as a call. */
            do
                if (!read_request()) _exit(0);
            while (request[0] == 'F');
        }
        answered = 0;
        say("e ");
        say_number((uint64_t)status);
        say(" ");
        say_number((uint64_t)(shared->is_calling ? shared->fault : 3));
        say_output();
        send_answer();
    }
}

typedef void (*first)(int, char **, char **);
__attribute__((section(".preinit_array"), used)) static first begin = serve;
