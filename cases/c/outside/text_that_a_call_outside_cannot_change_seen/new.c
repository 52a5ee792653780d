extern void log_it(void);

int f(void) {
    const char *word = "ab";
    log_it();
    return word[1];
}
