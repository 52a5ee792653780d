#define MAXLINE 50
#define END (-1)

extern int next(void);

/* Collects a line, as a mailer does when it decodes a message. */
int collect(void)
{
    char fbuf[MAXLINE + 1];
    int fb = 0;
    int c;
    while ((c = next()) != END) {
        fbuf[fb] = (char)c;
        fb++;
        if (fb >= MAXLINE)
            fb = 0;
    }
    if (fb > 0)
        fbuf[fb] = 0;
    return fb;
}
