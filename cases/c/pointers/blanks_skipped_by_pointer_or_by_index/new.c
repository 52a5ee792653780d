const char *skip(const char *s) {
    unsigned long i = 0;
    for (;;) {
        char c = s[i];
        if (c != ' ' && c != '\t')
            break;
        i++;
    }
    return &s[i];
}
