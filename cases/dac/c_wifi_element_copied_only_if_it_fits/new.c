/* Copies an element of a frame as hexadecimal digits, as a wireless driver does. */
int encode(char *buf, const unsigned char *frame, int len)
{
    int p = 0, i;
    if (len > 127)
        return 0;
    buf[p] = 'w';
    p++;
    for (i = 0; i < len; i++) {
        buf[p] = (char)(frame[i] / 16);
        p++;
        buf[p] = (char)(frame[i] % 16);
        p++;
    }
    return p;
}
