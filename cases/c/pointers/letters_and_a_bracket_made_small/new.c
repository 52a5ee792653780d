void lower(char *s) {
    for (; *s; s++)
        if ((unsigned)*s - 'A' < 27)
            *s |= 32;
}
