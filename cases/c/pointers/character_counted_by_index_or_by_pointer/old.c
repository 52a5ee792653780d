int count(const char *s, char c) {
    int n = 0;
    for (unsigned long i = 0; s[i]; i++)
        if (s[i] == c)
            n++;
    return n;
}
