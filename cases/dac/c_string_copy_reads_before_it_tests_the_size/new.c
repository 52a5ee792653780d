/* Copies at most size - 1 characters and ends the text. */
void copy(char *dst, const char *src, int size)
{
    int i = 0;
    for (;;) {
        if (src[i] == 0)
            break;
        if (i >= size - 1)
            break;
        dst[i] = src[i];
        i++;
    }
    dst[i] = 0;
}
