int next(int x) {
    __asm__ volatile("" ::: "memory");
    __asm__("nop");
    return x + 1;
}
