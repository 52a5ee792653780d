void upper(char *text) {
    for (; *text; text++) {
        if (*text >= 'a' && *text <= 'z') {
            *text -= 32;
        }
    }
}
