/* Copies an element of a frame behind its leader, as a wireless driver does. */
int leader(char *buf, int size, const char *frame, int len)
{
    int p = 0, i;
    buf[p] = '=';
    p++;
    for (i = 0; i < len; i++) {
        buf[p] = frame[i];
        p++;
    }
    return p;
}
