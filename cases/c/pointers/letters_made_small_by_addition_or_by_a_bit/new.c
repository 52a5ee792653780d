void lower(char *s) {
    for (; *s; s++)
        if ((unsigned)*s - 'A' < 26)
            *s |= 32;
}
